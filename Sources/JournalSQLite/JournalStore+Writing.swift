// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials
import GRDB
import Game
import Journal
import Lobby
import Protocol
import Wire

// Records as rows.

extension JournalChanges {
  /// Adds what a record changes for everyone once its transaction is committed.
  ///
  /// A step that was there before has no `.landed`, and so it counts once.
  mutating func add(_ record: JournalRecord, writtenAs outcome: JournalOutcome?) {
    switch (record, outcome) {
    case (.room(.step(let step)), .room(.landed)):
      if let result = step.result { results.append(result) }
    case (.registry(.ban(let change, _)), .registry(.noted)): bans.append(change)
    default: break
    }
  }
}

/// A room that a step is appended to.
private struct AppendedRoom {
  /// Where its log ends.
  let end: LogEnd
  /// Whether it is open.
  var isOpen = true
  /// Whether it has no row yet.
  var isNew = false
}

extension JournalStore {
  /// Writes a record within the open transaction.
  func write(_ record: JournalRecord, to db: Database) throws -> JournalOutcome? {
    switch record {
    case .room(let record): return try write(record, to: db).map { .room($0) }
    case .registry(let record): return try write(record, to: db).map { .registry($0) }
    case .outages(let outages):
      try db.execute(sql: "DELETE FROM outage")
      for outage in outages {
        try db.cachedStatement(sql: ChecksummedTable.outage.insert)
          .execute(arguments: [outage.until.microseconds, outage.since.microseconds])
      }
      return nil
    }
  }

  private func write(_ record: RegistryRecord, to db: Database) throws -> RegistryOutcome? {
    switch record {
    case .session(let session, let former, let id):
      // The number of this commit: none had it before.
      return try SessionRows(db: db).write(
        session, expecting: former, as: Revision(nextCommit), for: id)
    case .forgotten(let session):
      try db.cachedStatement(sql: "DELETE FROM session WHERE id = ?")
        .execute(arguments: [session.rawValue])
      return nil
    case .ban(let change, let id):
      try BanRows(db: db).write(change)
      return .noted(id)
    }
  }

  private func write(_ record: RoomRecord, to db: Database) throws -> RoomOutcome? {
    switch record {
    case .step(let step): return try write(step, to: db)
    case .spectator(let spectator, let room):
      try db.cachedStatement(sql: Self.upsertSpectator).execute(arguments: [
        spectator.session.rawValue, Int64(clamping: spectator.firstSeq), room.rawValue,
      ])
      return record.outcome(isThere: db.changesCount > 0)
    case .spectatorLeft(let session, let room):
      try db.cachedStatement(sql: "DELETE FROM viewer WHERE room = ? AND session = ?")
        .execute(arguments: [room.rawValue, session.rawValue])
      return nil
    case .closed(let room, let time):
      try settle(room, in: db)
      try writeRequests(of: room, in: db)
      try db.cachedStatement(sql: Self.closeRoom)
        .execute(arguments: [time.microseconds, room.rawValue])
      for table in ["member", "viewer"] {
        try db.cachedStatement(sql: "DELETE FROM \(table) WHERE room = ?")
          .execute(arguments: [room.rawValue])
      }
      return nil
    }
  }

  private func write(_ batch: Batch, to db: Database) throws -> RoomOutcome {
    let room = batch.room.rawValue
    guard let last = batch.entries.last else { return .failed(batch.room) }
    // Nothing is appended to a damaged room.
    guard let target = try target(batch.room, in: db) else { return .failed(batch.room) }
    guard target.end.seq == batch.expectedLastSeq else {
      return try outcome(of: batch, in: db)
    }
    guard target.isOpen else { return .failed(batch.room) }
    if target.isNew, try isTaken(batch.code, at: last.at, in: db) { return .taken(batch.room) }
    precondition(
      batch.entries.first?.seq == batch.expectedLastSeq + 1,
      "A step of room \(room) follows the entry it expects.")
    assert(
      last.seq == batch.expectedLastSeq + UInt64(batch.entries.count),
      "A step's entries are numbered without gaps.")
    var chain = EntryChain(of: batch.room, after: target.end.checksum)
    let encoded = batch.entries.map { WireEncoding.proto.encode($0) }
    let entries = zip(batch.entries, encoded).enumerated().map { index, entry in
      let (seq, bytes) = (entry.0.seq, entry.1)
      let checksum = chain.extend(by: seq, bytes, seal: index == 0 ? batch.sealed : nil)
      return (seq: seq, bytes: Data(bytes), checksum: checksum)
    }
    if target.isNew {
      try db.cachedStatement(sql: ChecksummedTable.room.insert)
        .execute(arguments: [room, batch.code.rawValue, last.seq, nil, chain.last])
      tail?.open(batch.room)
    }
    for entry in entries {
      guard !target.isNew, let number = tail.map({ $0.lastNumber + 1 }) else {
        try db.cachedStatement(sql: Self.insertEntry)
          .execute(arguments: [room, entry.seq, entry.bytes, entry.checksum])
        continue
      }
      try db.cachedStatement(sql: Self.insertRecent)
        .execute(arguments: [number, room, entry.seq, entry.bytes, entry.checksum])
      tail?.append(
        LogEnd(seq: entry.seq, checksum: entry.checksum), number: number, of: batch.room)
    }
    if let sealed = batch.sealed {
      try db.cachedStatement(
        sql: "INSERT INTO sealed (room, after_seq, match_id, seed) VALUES (?, ?, ?, ?)"
      ).execute(arguments: [room, batch.expectedLastSeq, sealed.matchID, Data(sealed.seed)])
    }
    for member in batch.entering {
      try db.cachedStatement(sql: ChecksummedTable.member.insert)
        .execute(arguments: [room, member.actor.rawValue, member.session.rawValue, 0])
    }
    for actor in batch.leaving {
      try db.cachedStatement(sql: Self.leaveRoom).execute(arguments: [room, actor.rawValue])
    }
    let causes = batch.entries.lazy.compactMap(\.cause)
    for cause in causes { tail?.note(cause.request, of: cause.actor, in: batch.room) }
    // The log names the requests, or the session's row has to.
    if batch.requests.count == 1, let origin = batch.requests.first,
      !causes.contains(where: { $0.request == origin.request })
    {
      try raise(origin.session, to: origin.request, in: db)
    }
    if let result = batch.result { try ResultRows(db: db).append(result, of: batch.room) }
    if let finished = batch.finished { try ReplayRows(db: db).write(finished, of: room) }
    return .landed(
      batch.room, as: EncodedEntries(firstSeq: batch.expectedLastSeq + 1, bytes: encoded))
  }

  /// A room to append to; nil if its row does not match its checksum.
  private func target(_ room: RoomID, in db: Database) throws -> AppendedRoom? {
    if let end = tail?[room] { return AppendedRoom(end: end) }
    let row = try Row.fetchOne(
      db.cachedStatement(sql: Self.selectEnd), arguments: [room.rawValue])
    guard let row else { return AppendedRoom(end: LogEnd(seq: 0, checksum: 0), isNew: true) }
    guard try row.decode(Bool.self, forColumn: "is_sound") else { return nil }
    return AppendedRoom(
      end: LogEnd(
        seq: try row.decode(forColumn: "last_seq"), checksum: try row.decode(forColumn: "chain")),
      isOpen: try row.decode(forColumn: "is_open"))
  }

  /// Whether a room opened at `time` may not have a code.
  private func isTaken(_ code: RoomCode, at time: ServerTime, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (
            SELECT 1 FROM room WHERE code = ? AND (closed_at IS NULL OR closed_at > ?))
          """),
      arguments: [code.rawValue, (time - LobbyLimits.codeRest).microseconds]) ?? false
  }

  /// The outcome of a record according to the file; nil if it is not awaited.
  func outcome(of record: JournalRecord, in db: Database) throws -> JournalOutcome? {
    switch record {
    case .room(let record): try outcome(of: record, in: db).map { .room($0) }
    case .registry(let record): try outcome(of: record, in: db).map { .registry($0) }
    case .outages: nil
    }
  }

  private func outcome(of step: Batch, in db: Database) throws -> RoomOutcome {
    try room(step.room, in: db).map { .reread($0) } ?? .failed(step.room)
  }

  private func outcome(of record: RegistryRecord, in db: Database) throws -> RegistryOutcome? {
    switch record {
    case .session(let session, _, let id):
      try SessionRows(db: db).outcome(of: session, for: id)
    case .ban(let change, let id):
      try BanRows(db: db).isThere(change) ? .noted(id) : .notNoted(id)
    case .forgotten: nil
    }
  }

  private func outcome(of record: RoomRecord, in db: Database) throws -> RoomOutcome? {
    switch record {
    case .step(let step): try outcome(of: step, in: db)
    case .spectator(let spectator, let room):
      record.outcome(
        isThere: try Int64.fetchOne(
          db, sql: "SELECT first_seq FROM viewer WHERE room = ? AND session = ?",
          arguments: [room.rawValue, spectator.session.rawValue])
          == Int64(clamping: spectator.firstSeq))
    case .spectatorLeft, .closed: nil
    }
  }

  // A row that does not match its checksum is not updated: the new checksum would hide the damage.

  private static let insertEntry =
    "INSERT INTO entry (room, seq, bytes, checksum) VALUES (?, ?, ?, ?)"
  private static let insertRecent =
    "INSERT INTO recent (number, room, seq, bytes, checksum) VALUES (?, ?, ?, ?, ?)"
  private static let selectEnd = """
    SELECT last_seq, chain, closed_at IS NULL AS is_open,
      \(ChecksummedTable.room.isSound) AS is_sound
    FROM room WHERE id = ?
    """
  private static let closeRoom = """
    UPDATE room SET closed_at = ?1,
      checksum = \(ChecksummedTable.room.checksum(["closed_at": "?1"]))
    WHERE id = ?2 AND \(ChecksummedTable.room.isSound)
    """
  private static let leaveRoom = """
    UPDATE member SET has_left = 1,
      checksum = \(ChecksummedTable.member.checksum(["has_left": "1"]))
    WHERE room = ? AND actor = ? AND \(ChecksummedTable.member.isSound)
    """
  /// Only an open room can be watched.
  private static let upsertSpectator = """
    INSERT INTO viewer (room, session, first_seq)
    SELECT id, ?, ? FROM room WHERE id = ? AND closed_at IS NULL
    ON CONFLICT (room, session) DO UPDATE SET first_seq = excluded.first_seq
    """
}
