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

  /// What is to be done for a room.
  enum Task: Hashable, Sendable {
    /// Its clients are told to expect the other node.
    case announce(RoomID, to: NodeID)
    /// It stops deciding.
    case begin(RoomID)
  }

  private struct Handover: Sendable {
    let heir: NodeID
    var isAnnounced = false
  }

  private var all: [RoomID: Handover] = [:]
  private var due = TimerQueue<RoomID>()

  /// The number of rooms.
  var count: Int { all.count }

  /// To which node a room is handed over; nil if it is not.
  func heir(of room: RoomID) -> NodeID? { all[room]?.heir }

  /// A room is to be announced at `time`, and handed over a notice later.
  mutating func add(_ room: RoomID, to heir: NodeID, at time: ServerTime) {
    guard all[room] == nil else { return }
    all[room] = Handover(heir: heir)
    due.arm(room, at: time)
  }

  /// Takes what is to be done by `now`; O(log n) for each room.
  mutating func take(now: ServerTime) -> [Task] {
    var tasks: [Task] = []
    while let room = due.popDue(by: now) {
      guard let handover = all[room] else {
        preconditionFailure("A room whose handover is due is handed over.")
      }
      if handover.isAnnounced {
        tasks.append(.begin(room))
      } else {
        all[room]?.isAnnounced = true
        due.arm(room, at: now + Self.notice)
        tasks.append(.announce(room, to: handover.heir))
      }
    }
    return tasks
  }

  /// A handover has ended, one way or the other.
  mutating func end(_ room: RoomID) {
    all[room] = nil
    due.disarm(room)
  }

  /// When to look for what is due; nil for never.
  var nextWake: ServerTime? { due.next }
}
