// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer

/// One connection of a run: both directions of its link, and its state at either end.
///
/// Unlike a guest's `SimulatedLink`, its ends may disagree: the client may be long gone while the
/// server still holds the connection open, and what the client sent before may still arrive.
struct SimulatedConnection {
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

  let number: ConnectionNumber
  let id: ServerConnectionID
  var up: NetworkLink<Parcel>
  var down: NetworkLink<Parcel>
  /// What the server has sent and the client's socket cannot take yet.
  var backlog = SimulatedBacklog()
  /// When TCP's handshake completes; nil once it has.
  var connectsAt: ServerTime?
  /// Whether the server core knows the connection.
  var isOpenAtServer = false
  /// Whether the server reads nothing more from it.
  var isOverAtServer = false
  /// Whether the client has dropped it.
  var isOverAtClient = false
  /// When the client is notified that it has ended.
  var clientNoticesAt: ServerTime?
  /// When the server is notified that it has ended.
  var serverNoticesAt: ServerTime?
  /// The end of a blackout, during which nothing arrives at either end; nil while the link works.
  private var blockedUntil: ServerTime?

  init(
    number: ConnectionNumber, id: ServerConnectionID, conditions: LinkConditions, seed: UInt64,
    now: ServerTime
  ) {
    self.number = number
    self.id = id
    let model = LinkModel(conditions, seed: seed, start: now)
    up = NetworkLink(model, .up)
    down = NetworkLink(model, .down)
    // Before TCP has measured a round trip its retransmission timeout is a second.
    var initial = conditions
    initial.retransmissionPad = .seconds(1)
    initial.chaser = nil
    initial.hasCongestion = false
    var handshake = LinkModel(initial, seed: seed &+ 1, start: now)
    let knocked = handshake.deliver(.up, at: now)
    connectsAt = handshake.deliver(.down, at: knocked)
  }

  /// When something arrives at the server next, or the server notices the end.
  var serverInstant: ServerTime? {
    let arrival = isOverAtServer ? nil : unblocked(up.nextInstant)
    let room = Self.earlier(connectsAt, backlog.nextInstant)
    return Self.earlier(Self.earlier(arrival, room), serverNoticesAt)
  }

  /// The server sends a parcel, which waits behind what is still to be read.
  mutating func sendDown(_ parcel: Parcel, bytes: Int, now: ServerTime) {
    guard backlog.isHolding else { return down.send(parcel, bytes: bytes, at: now) }
    backlog.put(parcel, bytes: bytes, now: now)
  }

  /// Sends what there is room for by now.
  mutating func flush(_ now: ServerTime) {
    for (parcel, bytes) in backlog.take(now) { down.send(parcel, bytes: bytes, at: now) }
  }

  /// When something arrives at the client next, or the client notices the end.
  var clientInstant: ServerTime? {
    guard !isOverAtClient else { return nil }
    return Self.earlier(unblocked(down.nextInstant), clientNoticesAt)
  }

  /// Whether it has no further events.
  var isSpent: Bool {
    isOverAtClient && serverInstant == nil && (isOverAtServer || !isOpenAtServer)
  }

  mutating func block(until end: ServerTime) {
    blockedUntil = max(end, blockedUntil ?? end)
  }

  /// Takes what has arrived at the server.
  mutating func takeUp(_ now: ServerTime) -> [(at: ServerTime, parcel: Parcel)] {
    guard !isBlocked(now) else { return [] }
    // What was blocked arrives when the block ends.
    return up.arrivals(upTo: now).map { (max($0.at, blockedUntil ?? $0.at), $0.parcel) }
  }

  /// Takes what has arrived at the client.
  mutating func takeDown(_ now: ServerTime) -> [Parcel] {
    isBlocked(now) ? [] : down.arrivals(upTo: now).map(\.parcel)
  }

  private func isBlocked(_ now: ServerTime) -> Bool { blockedUntil.map { now < $0 } ?? false }

  private func unblocked(_ instant: ServerTime?) -> ServerTime? {
    guard let instant, let blockedUntil else { return instant }
    return max(instant, blockedUntil)
  }

  /// The earlier of two instants, where nil is never.
  static func earlier(_ one: ServerTime?, _ other: ServerTime?) -> ServerTime? {
    guard let one else { return other }
    guard let other else { return one }
    return min(one, other)
  }
}
