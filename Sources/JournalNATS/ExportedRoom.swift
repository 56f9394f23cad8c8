// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import JetStream
import Journal
import Lobby
import Wire

/// The log of a room as it is read record by record, for another journal: keeps only what the next
/// record has to fit to.
struct ExportedRoom {
  /// The room.
  let room: RoomID
  /// Its code.
  let code: RoomCode
  /// The highest request of each session that the log names.
  private(set) var highest: [SessionID: RequestID] = [:]
  /// The first damage found, after which nothing more is read; nil if there is no damage.
  private(set) var damage: StoredRoomError?
  private var members: [ActorNumber: SessionID] = [:]
  private var last: (number: UInt64, first: UInt64, hash: [UInt8])
  private var lastSeq: UInt64 = 0

  /// Begins a room with the record that opens it; nil if the message is no such record.
  init?(openedBy message: StoredMessage, code: RoomCode) {
    guard let record = try? WorldRecord.Room(message.bytes), record.number == 1 else { return nil }
    room = RoomID(record.room)
    self.code = code
    last = (0, message.sequence, [])
  }

  /// A room whose beginning is missing.
  init(lacking record: WorldRecord.Room, code: RoomCode) {
    room = RoomID(record.room)
    self.code = code
    last = (0, 0, [])
    damage = .broken(after: 0)
  }

  /// Takes the next message of its log.
  ///
  /// - Returns: the record for another journal, and the result of the match that it ends; nil for
  ///   what only concerns nodes, or cannot be read.
  mutating func take(
    _ message: StoredMessage
  ) -> (record: RoomRecord, result: WorldRecord.Result?)? {
    guard damage == nil else { return nil }
    guard let record = try? WorldRecord.Room(message.bytes) else {
      damage = .unreadable
      return nil
    }
    guard record.number == last.number + 1, record.room == room.rawValue,
      record.first ?? message.sequence == last.first
    else {
      damage = .broken(after: lastSeq)
      return nil
    }
    guard record.before == last.hash else {
      damage = .changed(seq: lastSeq)
      return nil
    }
    last.number = record.number
    last.hash = SHA256.hash(message.bytes).bytes
    switch record.content {
    case .claim, .release: return nil
    case .closed(let time): return (.closed(room, at: time), nil)
    case .step(let step): return take(step)
    }
  }

  private mutating func take(
    _ step: WorldRecord.Step
  ) -> (record: RoomRecord, result: WorldRecord.Result?)? {
    let batch = step.batch(of: room)
    guard step.expectedLastSeq == lastSeq, batch.code == code else {
      damage = .broken(after: lastSeq)
      return nil
    }
    for entry in batch.entries {
      guard case .unrecognized = entry.event else { continue }
      damage = .unknownEvent(seq: entry.seq)
      return nil
    }
    lastSeq = batch.entries.last?.seq ?? lastSeq
    for member in batch.entering { members[member.actor] = member.session }
    for origin in batch.requests { raise(origin.session, to: origin.request) }
    for cause in batch.entries.compactMap(\.cause) {
      if let session = members[cause.actor] { raise(session, to: cause.request) }
    }
    return (.step(batch), step.result)
  }

  private mutating func raise(_ session: SessionID, to request: RequestID) {
    highest[session] = max(highest[session] ?? request, request)
  }
}
