// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Glibc

/// One connection through a relay: a socket on either side, and what is on its way between them.
struct RelayedPassage {
  /// A piece of the stream; nil is its end.
  private typealias Piece = [UInt8]?

  private let client: Int32
  private let server: Int32
  private var up: Line<Piece>
  private var down: Line<Piece>
  private var clientIsRead = false
  private var serverIsRead = false
  private var endsDelivered = 0

  /// Nil, and the client's socket closed, if there is no server.
  init?(client: Int32, server: Int32?, _ model: LinkModel) {
    guard let server else {
      Glibc.close(client)
      return nil
    }
    self.client = client
    self.server = server
    up = Line(model, .up)
    down = Line(model, .down)
    var yes: Int32 = 1
    for descriptor in [client, server] {
      setsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  /// Whether both sides have been told of the end.
  var isOver: Bool { endsDelivered >= 2 }

  /// When something arrives next.
  var nextInstant: ServerTime? {
    [up.nextInstant, down.nextInstant].compactMap { $0 }.min()
  }

  /// What to wait for: the client's side, then the server's; one read to its end is left out.
  var descriptors: [pollfd] {
    [
      pollfd(fd: clientIsRead ? -1 : client, events: Int16(POLLIN), revents: 0),
      pollfd(fd: serverIsRead ? -1 : server, events: Int16(POLLIN), revents: 0),
    ]
  }

  /// Reads what the sides have to say and puts it on the line.
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

  /// Hands over what has arrived by now.
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
