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

  /// An action for the server core to take for a room.
  enum Action: Hashable, Sendable {
    /// Its clients are told to expect the other node.
    case announce(RoomID, to: NodeID)
    /// It stops deciding.
    case begin(RoomID)
  }

  private struct Handover: Sendable {
    let destination: NodeID
    var isAnnounced = false
  }

  private var all: [RoomID: Handover] = [:]
  private var due = TimerQueue<RoomID>()
  /// Rooms that were handed over, until the table of open rooms says that somebody has them: the
  /// message may be lost, or the other node may have read less than the journal has.
  private var untaken: [RoomCode: NodeID] = [:]
  private var reminders = TimerQueue<RoomCode>()

  /// The number of rooms.
  var count: Int { all.count }

  /// To which node a room is handed over; nil if it is not.
  func destination(of room: RoomID) -> NodeID? { all[room]?.destination }

  /// A room is to be announced at `time`, and handed over a notice later.
  mutating func add(_ room: RoomID, to destination: NodeID, at time: ServerTime) {
    guard all[room] == nil else { return }
    all[room] = Handover(destination: destination)
    due.arm(room, at: time)
  }

  /// Takes what is to be done by `now`; O(log n) for each room.
  mutating func take(now: ServerTime) -> [Action] {
    var actions: [Action] = []
    while let room = due.popDue(by: now) {
      guard let handover = all[room] else {
        preconditionFailure("A room whose handover is due is handed over.")
      }
      if handover.isAnnounced {
        actions.append(.begin(room))
      } else {
        all[room]?.isAnnounced = true
        due.arm(room, at: now + Self.notice)
        actions.append(.announce(room, to: handover.destination))
      }
    }
    return actions
  }

  /// A handover has ended, one way or the other.
  mutating func end(_ room: RoomID) {
    all[room] = nil
    due.disarm(room)
  }

  /// The room with a code was handed over to a node, which is reminded of it until it has it.
  mutating func remind(_ destination: NodeID, of code: RoomCode, now: ServerTime) {
    untaken[code] = destination
    reminders.disarm(code)
    reminders.arm(code, at: now + Self.reminder)
  }

  /// The node that a room was handed over to has it, or nobody is reminded of it any more.
  mutating func taken(_ code: RoomCode) {
    untaken[code] = nil
    reminders.disarm(code)
  }

  /// Takes the reminders that are due by `now`; each is due again after a while.
  mutating func takeReminders(now: ServerTime) -> [(code: RoomCode, destination: NodeID)] {
    var due: [(code: RoomCode, destination: NodeID)] = []
    while let code = reminders.popDue(by: now) {
      guard let destination = untaken[code] else {
        preconditionFailure("A node is reminded of a room that it was handed.")
      }
      due.append((code, destination))
    }
    for (code, _) in due { reminders.arm(code, at: now + Self.reminder) }
    return due
  }

  /// When to look for what is due, or a node is reminded; nil for never.
  var nextWake: ServerTime? { earlier(due.next, reminders.next) }
}
