// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

@testable import Lobby

/// What the journal of a scripted lobby keeps.
struct ScriptedJournal {
  /// The key of room codes.
  let codeKey = [UInt8](repeating: 3, count: 32)
  /// The entries of all rooms, open or closed.
  private(set) var entries: [RoomID: [Entry]] = [:]
  private(set) var sealed: [RoomID: [SealedRecord]] = [:]
  /// The open rooms.
  var rooms: [RoomID: StoredRoom] = [:]
  /// The highest request of each session that has left something here.
  private(set) var highest: [SessionID: RequestID] = [:]
  /// Codes that no new room may have, besides those of open rooms.
  var resting: Set<RoomCode> = []

  /// Whether a batch opens a room under a code that is taken.
  func isCodeTaken(by batch: Batch) -> Bool {
    batch.expectedLastSeq == 0
      && (resting.contains(batch.code) || rooms.values.contains { $0.code == batch.code })
  }

  mutating func append(_ batch: Batch) {
    let log = entries[batch.room, default: []]
    precondition(!batch.entries.isEmpty, "A batch has at least one entry.")
    precondition(
      batch.expectedLastSeq == UInt64(log.count),
      "A batch on \(batch.expectedLastSeq) came to a log of \(log.count).")
    entries[batch.room] = log + batch.entries
    if let record = batch.sealed { sealed[batch.room, default: []].append(record) }
    if rooms[batch.room]?.append(batch) == nil {
      rooms[batch.room] = StoredRoom(openedBy: batch)
    }
    for origin in batch.requests {
      highest[origin.session] = max(highest[origin.session] ?? RequestID(0), origin.request)
    }
  }

  /// A room that another server wrote.
  mutating func add(_ room: StoredRoom) {
    entries[room.id] = room.entries
    rooms[room.id] = room
  }

  mutating func close(_ room: RoomID) {
    if let code = rooms[room]?.code { resting.insert(code) }
    rooms[room] = nil
  }
}
