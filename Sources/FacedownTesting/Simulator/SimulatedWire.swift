// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer

/// One connection in a run: both ways of its line, and what either end knows of how it is.
///
/// Unlike a guest's `SimulatedLink` its ends part ways: the client may be long gone while the server
/// still holds the connection open, and what the client sent before may still come.
struct SimulatedWire {
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

  let number: LinkNumber
  let id: LinkID
  var up: Line<Parcel>
  var down: Line<Parcel>
  /// What the server has for the client and the client's socket has no room for.
  var backlog = SimulatedBacklog()
  /// When TCP's own handshake is done; nil once it is.
  var connectsAt: ServerTime?
  /// Whether the server has told its server core of the connection.
  var isOpenAtServer = false
  /// Whether nothing that comes up is read any more.
  var isOverAtServer = false
  /// Whether the client is done with it.
  var isOverAtClient = false
  /// When the client is told that it has ended.
  var clientToldAt: ServerTime?
  /// When the server is.
  var serverToldAt: ServerTime?
  /// Until when nothing arrives at either end; nil while the line works.
  private var blockedUntil: ServerTime?

  init(
    number: LinkNumber, id: LinkID, conditions: LinkConditions, seed: UInt64, now: ServerTime
  ) {
    self.number = number
    self.id = id
    let model = LinkModel(conditions, seed: seed, start: now)
    up = Line(model, .up)
    down = Line(model, .down)
    // Before TCP knows a line it waits a second until it sends again.
    var knocking = conditions
    knocking.retransmissionPad = .seconds(1)
    knocking.chaser = nil
    knocking.hasCongestion = false
    var handshake = LinkModel(knocking, seed: seed &+ 1, start: now)
    let knocked = handshake.deliver(.up, at: now)
    connectsAt = handshake.deliver(.down, at: knocked)
  }

  /// When something arrives at the server, or it is told of the end.
  var serverInstant: ServerTime? {
    let arrival = isOverAtServer ? nil : unblocked(up.nextInstant)
    let room = Self.earlier(connectsAt, backlog.nextInstant)
    return Self.earlier(Self.earlier(arrival, room), serverToldAt)
  }

  /// The server sends something, which waits behind what is still to be read.
  mutating func sendDown(_ parcel: Parcel, bytes: Int, now: ServerTime) {
    guard backlog.isHolding else { return down.send(parcel, bytes: bytes, at: now) }
    backlog.put(parcel, bytes: bytes, now: now)
  }

  /// Sends on what there is room for by now.
  mutating func flush(_ now: ServerTime) {
    for (parcel, bytes) in backlog.take(now) { down.send(parcel, bytes: bytes, at: now) }
  }

  /// When something arrives at the client, or it is told of the end.
  var clientInstant: ServerTime? {
    guard !isOverAtClient else { return nil }
    return Self.earlier(unblocked(down.nextInstant), clientToldAt)
  }

  /// Whether nothing can happen on it any more.
  var isSpent: Bool {
    isOverAtClient && serverInstant == nil && (isOverAtServer || !isOpenAtServer)
  }

  /// Nothing arrives until `end`.
  mutating func block(until end: ServerTime) {
    blockedUntil = max(end, blockedUntil ?? end)
  }

  /// Takes what has arrived at the server.
  mutating func takeUp(_ now: ServerTime) -> [(at: ServerTime, parcel: Parcel)] {
    guard !isBlocked(now) else { return [] }
    // What waited behind a block comes when that ends.
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
