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

  private struct Handover: Sendable {
    let heir: NodeID
    /// When it begins; nil once it has begun.
    var due: ServerTime?
  }

  private var all: [RoomID: Handover] = [:]

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

  /// When the next one begins; nil for never.
  var nextWake: ServerTime? { all.values.lazy.compactMap(\.due).min() }
}
