// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Glibc

/// A relay on this machine that makes a good connection bad: bytes received on either side are sent
/// on the other when the link model says that they arrive.
///
/// They are up to a millisecond later than the model says. One thread serves all connections; each
/// has a link of its own. Every piece that is read counts as one message, which holds where
/// messages are few and small.
final class LinkRelay: Sendable {
  /// Where clients connect, on 127.0.0.1.
  let port: UInt16
  private let target: UInt16
  private let conditions: LinkConditions
  private let seed: UInt64
  private let listener: Int32

  /// Listens on a free port for connections to `target`, a port of 127.0.0.1.
  ///
  /// - Throws: `LinkRelayError` if the system provides no socket.
  init(
    to target: UInt16, conditions: LinkConditions, seed: UInt64
  ) throws(LinkRelayError) {
    self.target = target
    self.conditions = conditions
    self.seed = seed
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    listener = descriptor
    var address = Self.loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, generic, &length) == 0
      }
    }
    guard isListening else { throw LinkRelayError.noSocket(String(cString: strerror(errno))) }
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { Glibc.close(listener) }

  /// Serves until `isOver` returns true, polled a few times a second; blocks its thread.
  func run(until isOver: () -> Bool) {
    let start = ContinuousClock.now
    var passages: [RelayedPassage] = []
    var opened: UInt64 = 0
    while !isOver() {
      let now = ServerTime.zero + start.duration(to: .now)
      for index in passages.indices { passages[index].deliver(now) }
      passages.removeAll(where: \.isOver)
      var polled = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
      for passage in passages { polled += passage.descriptors }
      let next = passages.compactMap(\.nextInstant).min()
      let wait = min(max(next.map { $0 - now } ?? .milliseconds(200), .zero), .milliseconds(200))
      let pause = Int32((wait.wholeMicroseconds + 999) / 1000)
      guard poll(&polled, nfds_t(polled.count), pause) >= 0 else { continue }
      let after = ServerTime.zero + start.duration(to: .now)
      for (index, _) in passages.enumerated() {
        passages[index].read(client: polled[1 + 2 * index], server: polled[2 + 2 * index], after)
      }
      guard polled[0].revents != 0, let client = Self.checked(accept(listener, nil, nil)) else {
        continue
      }
      opened += 1
      let model = LinkModel(conditions, seed: seed &+ opened, start: after)
      if let passage = RelayedPassage(client: client, server: connected(), model) {
        passages.append(passage)
      }
    }
    for passage in passages { passage.close() }
  }

  private func connected() -> Int32? {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.loopback(port: target)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if isConnected { return server }
    Glibc.close(server)
    return nil
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  private static func checked(_ descriptor: Int32) -> Int32? {
    descriptor < 0 ? nil : descriptor
  }
}

/// Why the relay could not start.
enum LinkRelayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's error message.
  case noSocket(String)

  /// A sentence for people.
  var description: String {
    switch self {
    case .noSocket(let reason): "The simulated link could not open a port: \(reason)."
    }
  }
}

/// One relayed connection: a socket on either side, and the bytes in flight.
struct RelayedPassage {
  /// A piece of the stream; nil is its end.
  private typealias Piece = [UInt8]?

  private let client: Int32
  private let server: Int32
  private var up: NetworkLink<Piece>
  private var down: NetworkLink<Piece>
  private var clientIsRead = false
  private var serverIsRead = false
  private var endsDelivered = 0

  /// Nil if there is no server; the client's socket is closed then.
  init?(client: Int32, server: Int32?, _ model: LinkModel) {
    guard let server else {
      Glibc.close(client)
      return nil
    }
    self.client = client
    self.server = server
    up = NetworkLink(model, .up)
    down = NetworkLink(model, .down)
    var yes: Int32 = 1
    for descriptor in [client, server] {
      setsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  /// Whether the end has reached both sides.
  var isOver: Bool { endsDelivered >= 2 }

  /// The next arrival.
  var nextInstant: ServerTime? {
    earlier(up.nextInstant, down.nextInstant)
  }

  /// What to poll: the client's side, then the server's; a side at its end is left out.
  var descriptors: [pollfd] {
    [
      pollfd(fd: clientIsRead ? -1 : client, events: Int16(POLLIN), revents: 0),
      pollfd(fd: serverIsRead ? -1 : server, events: Int16(POLLIN), revents: 0),
    ]
  }

  /// Reads from both sides and sends it over the link.
  mutating func read(client fromClient: pollfd, server fromServer: pollfd, _ now: ServerTime) {
    if fromClient.revents != 0 {
      let piece = Self.piece(from: client)
      clientIsRead = piece == nil
      up.send(piece, bytes: piece?.count ?? 0, at: now)
    }
    if fromServer.revents != 0 {
      let piece = Self.piece(from: server)
      serverIsRead = piece == nil
      down.send(piece, bytes: piece?.count ?? 0, at: now)
    }
  }

  /// Writes what has arrived by now.
  mutating func deliver(_ now: ServerTime) {
    for (_, piece) in up.arrivals(upTo: now) { hand(piece, to: server) }
    for (_, piece) in down.arrivals(upTo: now) { hand(piece, to: client) }
    if isOver { close() }
  }

  /// Closes both sides.
  func close() {
    Glibc.close(client)
    Glibc.close(server)
  }

  private mutating func hand(_ piece: Piece, to descriptor: Int32) {
    guard let piece else {
      endsDelivered += 1
      shutdown(descriptor, Int32(SHUT_WR))
      return
    }
    var rest = piece[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
  }

  private static func piece(from descriptor: Int32) -> Piece {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}
