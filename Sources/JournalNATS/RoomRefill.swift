// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

/// A room whose log was to be written back: what became of it, and where its log ends if it is whole.
struct RefilledRoom: Sendable {
  var room: RefillReport.Room
  var end: RoomEnd?
}

/// Which of this node's rooms are to be written back, and how they go on afterwards.
///
/// Used on the loop only.
final class RoomRefill {
  private let context: JournalContext
  private let rooms: OwnedRooms
  private let writer: RoomWriter
  private var isUnderWay = false

  init(_ context: JournalContext, rooms: OwnedRooms, writer: RoomWriter) {
    (self.context, self.rooms, self.writer) = (context, rooms, writer)
  }

  /// Begins; false if it has begun and not ended.
  func begin() -> Bool {
    defer { isUnderWay = true }
    return !isUnderWay
  }

  /// It has ended.
  func end() { isUnderWay = false }

  /// Whether a room stands still because its log could not be written back.
  var isUnfinished: Bool { rooms.all.contains { $0.isStranded } }

  /// The rooms to be written back, as the server has them in memory: all of them if writing has
  /// stopped, else those that could not be written back before.
  func remembered(_ memory: [StoredRoom]) -> [RememberedRoom] {
    memory.compactMap { stored in
      let room = rooms[stored.id]
      guard context.hasStopped || room?.isStranded == true else { return nil }
      return RememberedRoom(stored, end: room?.end, result: room?.lastResult, node: context.node)
    }
  }

  /// Resumes the rooms whose logs are complete.
  ///
  /// - Parameters:
  ///   - refilled: what became of each room.
  ///   - isWhole: whether what else this node owned is lost, because the server does not remember it.
  func resume(_ refilled: [RefilledRoom], isWhole: Bool) {
    if isWhole {
      let kept = Set(refilled.map(\.room.id))
      for room in Array(rooms.all) where !kept.contains(room.id) { _ = rooms.remove(room) }
    }
    for refill in refilled {
      guard let room = rooms[refill.room.id] else { continue }
      switch refill.room.fate {
      case .whole:
        guard let end = refill.end else { continue }
        writer.adopt(end, results: room.lastResult.map { [$0] } ?? [])
      case .elsewhere(let node):
        _ = rooms.remove(room)
        rooms.lose(room.id, to: node)
      case .ahead: _ = rooms.remove(room)
      case .stuck: room.isStranded = true
      }
    }
  }
}
