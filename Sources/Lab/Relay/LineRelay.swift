// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Glibc

/// A relay on this machine that makes a good line bad: what comes in on either side goes out on the
/// other when the model says that it has arrived.
///
/// Late by up to a millisecond more than the model. One thread serves all connections; each has a line of its own. Every piece that is read counts as
/// one message, as it does where messages are few and small.
final class LineRelay: Sendable {
  /// Where clients connect, on 127.0.0.1.
  let port: UInt16
  private let target: UInt16
  private let conditions: LinkConditions
  private let seed: UInt64
  private let listener: Int32

  /// Listens on a free port for connections to `target`, a port of 127.0.0.1.
  ///
  /// - Throws: `LineRelayError` if the system has no socket for it.
  init(
    to target: UInt16, conditions: LinkConditions, seed: UInt64
  ) throws(LineRelayError) {
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
    guard isListening else { throw LineRelayError.noSocket(String(cString: strerror(errno))) }
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { Glibc.close(listener) }

  /// Serves until `isOver` says so, which is asked a few times a second; blocks its thread.
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

/// Why there is no relay.
enum LineRelayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's own words.
  case noSocket(String)

  /// A sentence for people.
  var description: String {
    switch self {
    case .noSocket(let reason): "No port could be had for the simulated line: \(reason)."
    }
  }
}
