// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

/// Rooms that this node hands over to others: each first tells its clients, then stops deciding.
struct Handovers: Sendable {
  /// How long clients have to open a connection to the other node before the room stops.
  static let notice = Duration.milliseconds(400)
  /// Between the beginnings of two handovers, so that a node that is drained stops few rooms at a time.
  static let interval = Duration.milliseconds(5)

  /// How long the other node has until it is told again that it was handed a room.
  static let reminder = Duration.seconds(1)

  private struct Handover: Sendable {
    let heir: NodeID
    /// When it begins; nil once it has begun.
    var due: ServerTime?
  }

  private var all: [RoomID: Handover] = [:]
  /// Rooms that were handed over, until the table of open rooms says that somebody has them: the
  /// message may be lost, or the other node may have read less than the journal has.
  private var untaken: [RoomCode: (heir: NodeID, due: ServerTime)] = [:]

  /// The number of rooms.
  var count: Int { all.count }

  /// To which node a room is handed over; nil if it is not.
  func heir(of room: RoomID) -> NodeID? { all[room]?.heir }

  /// A room is to be handed over at `time`.
  mutating func add(_ room: RoomID, to heir: NodeID, at time: ServerTime) {
    guard all[room] == nil else { return }
    all[room] = Handover(heir: heir, due: time)
  }

  /// Takes the rooms whose handover begins by `now`.
  mutating func take(now: ServerTime) -> [RoomID] {
    let due = all.filter { $0.value.due.map { $0 <= now } ?? false }
      .sorted { ($0.value.due ?? now, $0.key.rawValue) < ($1.value.due ?? now, $1.key.rawValue) }
      .map(\.key)
    for room in due { all[room]?.due = nil }
    return due
  }

  /// A handover has ended, one way or the other.
  mutating func end(_ room: RoomID) { all[room] = nil }

  /// The room with a code was handed over to a node, which is reminded of it until it has it.
  mutating func remind(_ heir: NodeID, of code: RoomCode, now: ServerTime) {
    untaken[code] = (heir, now + Self.reminder)
  }

  /// The node that a room was handed over to has it, or nobody is reminded of it any more.
  mutating func taken(_ code: RoomCode) { untaken[code] = nil }

  /// Takes the reminders that are due by `now`, by code; each is due again after a while.
  mutating func takeReminders(now: ServerTime) -> [(code: RoomCode, heir: NodeID)] {
    let codes = untaken.filter { $0.value.due <= now }.keys.sorted { $0.rawValue < $1.rawValue }
    return codes.compactMap { code in
      untaken[code]?.due = now + Self.reminder
      return untaken[code].map { (code, $0.heir) }
    }
  }

  /// When the next one begins, or a node is reminded; nil for never.
  var nextWake: ServerTime? {
    earlier(all.values.lazy.compactMap(\.due).min(), untaken.values.lazy.map(\.due).min())
  }
}
