// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import JetStream
import Lobby
import Wire

/// The log of a room as it was read: a fold of its records, each of which names the one before.
struct RoomLog: Sendable {
  /// The room, with the damage that was found; nil as long as there is no readable step.
  private(set) var room: StoredRoom?
  /// The bytes of its entries, from the first on.
  private(set) var entries: [[UInt8]] = []
  /// The results of its matches, in their order.
  private(set) var results: [WorldRecord.Result] = []
  /// What is wrong with it; nil for nothing.
  private(set) var damage: StoredRoomError?
  private var last: (record: WorldRecord.Room, bytes: [UInt8], sequence: UInt64)?

  private let code: RoomCode

  /// Folds the messages of the subject of the room with a code, from its first record on.
  init(_ messages: [StoredMessage], code: RoomCode) {
    self.code = code
    for message in messages { take(message) }
  }

  /// Where it ends; nil if its last record cannot be read.
  var end: RoomEnd? {
    guard let last else { return nil }
    let members = (room?.members ?? []) + (room?.former ?? [])
    return RoomEnd(
      last.record, code: code, bytes: last.bytes, sequence: last.sequence,
      lastEntry: room?.entries.last,
      sessions: Dictionary(
        members.map { ($0.actor, $0.session) }, uniquingKeysWith: { _, later in later }))
  }

  private var lastSeq: UInt64 { room?.entries.last?.seq ?? 0 }

  private mutating func take(_ message: StoredMessage) {
    guard let record = try? WorldRecord.Room(message.bytes) else {
      damage = damage ?? .unreadable
      last = nil
      return
    }
    check(record, at: message.sequence)
    last = (record, message.bytes, message.sequence)
    guard damage == nil, case .step(let step) = record.content else { return }
    guard step.expectedLastSeq == lastSeq, RoomCode(step.code) == code else {
      damage = .broken(after: lastSeq)
      return
    }
    let batch = step.batch(of: RoomID(record.room))
    if room == nil { room = StoredRoom(openedBy: batch) } else { room?.append(batch) }
    entries += step.entries
    if var result = step.result {
      result.first = record.first ?? message.sequence
      results.append(result)
    }
  }

  /// Notes what is wrong with a record that follows the last one.
  private mutating func check(_ record: WorldRecord.Room, at sequence: UInt64) {
    guard damage == nil else { return }
    guard let last else {
      if record.number != 1 { damage = .broken(after: 0) }
      return
    }
    if record.number != last.record.number + 1 || record.room != last.record.room
      || record.first != last.record.first ?? last.sequence
    {
      damage = .broken(after: lastSeq)
    } else if record.before != SHA256.hash(last.bytes).bytes {
      damage = .changed(seq: lastSeq)
    }
  }
}
