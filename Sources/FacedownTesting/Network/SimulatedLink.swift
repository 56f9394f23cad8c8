// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer

/// One connection of a guest of `InMemoryWorld`: both directions of its link, and its state.
struct SimulatedLink {
  /// What is sent over it.
  enum Parcel: Sendable {
    /// The client requests a WebSocket upgrade.
    case upgrade
    /// The server accepts the upgrade.
    case accepted
    case message([UInt8])
    /// The connection ends after everything sent before.
    case end
  }

  /// How long TCP retransmits unacknowledged data (`TCP_USER_TIMEOUT`).
  static let userTimeout = Duration.seconds(10)

  let number: ConnectionNumber
  let id: ServerConnectionID
  var up: NetworkLink<Parcel>
  var down: NetworkLink<Parcel>
  /// The round trips that the server's kernel measures; nil where they are not used.
  var kernel: SimulatedKernel?
  /// When TCP's handshake completes; nil once it has.
  var connectsAt: ServerTime?
  /// Whether the client has dropped it.
  var isAbandoned = false
  /// The end of a blackout, during which nothing arrives at either end; nil while the link works.
  private(set) var blockedUntil: ServerTime?
  /// When both ends notice that the link is dead; nil while it is not.
  private(set) var diesAt: ServerTime?

  /// Its next event; nil for never.
  var nextInstant: ServerTime? {
    [upInstant, downInstant, connectsAt, diesAt].compactMap { $0 }.min()
  }

  /// The next arrival at the server.
  var upInstant: ServerTime? { unblocked(up.nextInstant) }

  /// The next arrival at the client.
  var downInstant: ServerTime? { unblocked(down.nextInstant) }

  /// Whether it has no further events.
  var isSpent: Bool { isAbandoned && up.nextInstant == nil }

  /// Blocks both directions until `end`; if that exceeds TCP's timeout, the connection dies.
  mutating func block(from now: ServerTime, to end: ServerTime) {
    blockedUntil = end
    diesAt = end - now > Self.userTimeout ? now + Self.userTimeout : nil
  }

  /// Drops everything in flight in both directions.
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
    // What was blocked arrives when the block ends.
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
