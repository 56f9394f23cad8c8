// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer

/// One connection of a guest of the world in memory: both ways of its line, and how far it is.
struct SimulatedLink {
  /// What travels.
  enum Parcel: Sendable {
    /// The client asks for a WebSocket.
    case upgrade
    /// The server has one for it.
    case accepted
    case message([UInt8])
    /// The connection ends behind everything sent before.
    case end
  }

  /// How long TCP keeps sending what is not acknowledged.
  static let userTimeout = Duration.seconds(10)

  let number: ConnectionNumber
  let id: ServerConnectionID
  var up: NetworkLink<Parcel>
  var down: NetworkLink<Parcel>
  /// What the server's kernel measures of it; nil where nobody asks.
  var kernel: SimulatedKernel?
  /// When TCP's own handshake is done; nil once it is.
  var connectsAt: ServerTime?
  /// Whether the client is done with it.
  var isAbandoned = false
  /// Until when nothing arrives at either end; nil while the line works.
  private(set) var blockedUntil: ServerTime?
  /// When both ends notice that the line is dead; nil while it is not.
  private(set) var diesAt: ServerTime?

  /// When something happens on it next; nil for never.
  var nextInstant: ServerTime? {
    [upInstant, downInstant, connectsAt, diesAt].compactMap { $0 }.min()
  }

  /// When something arrives at the server next.
  var upInstant: ServerTime? { unblocked(up.nextInstant) }

  /// When something arrives at the client next.
  var downInstant: ServerTime? { unblocked(down.nextInstant) }

  /// Whether nothing can happen on it any more.
  var isSpent: Bool { isAbandoned && up.nextInstant == nil }

  /// Nothing arrives from now on until `end`; if that is too long for TCP, it dies of it.
  mutating func block(from now: ServerTime, to end: ServerTime) {
    blockedUntil = end
    diesAt = end - now > Self.userTimeout ? now + Self.userTimeout : nil
  }

  /// What is under way either way is lost.
  mutating func lose() {
    up.cut()
    down.cut()
    connectsAt = nil
    diesAt = nil
    blockedUntil = nil
  }

  /// Takes what has arrived at the server.
  mutating func takeUp(_ now: ServerTime) -> [(at: ServerTime, parcel: Parcel)] {
    if let blockedUntil, now < blockedUntil { return [] }
    // What waited behind a block comes when that ends.
    return up.arrivals(upTo: now).map { (max($0.at, blockedUntil ?? $0.at), $0.parcel) }
  }

  /// Takes what has arrived at the client.
  mutating func takeDown(_ now: ServerTime) -> [Parcel] {
    if let blockedUntil, now < blockedUntil { return [] }
    return down.arrivals(upTo: now).map(\.parcel)
  }

  private func unblocked(_ instant: ServerTime?) -> ServerTime? {
    guard let instant, let blockedUntil else { return instant }
    return max(instant, blockedUntil)
  }
}
