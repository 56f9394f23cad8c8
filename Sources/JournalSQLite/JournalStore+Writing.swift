// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials
import GRDB
import Game
import Journal
import Lobby
import Protocol

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
    case .session(let session, let connection):
      try db.cachedStatement(sql: Self.upsertSession).execute(arguments: [
        session.id.rawValue, session.player.name, session.player.id, session.player.isBot, 0,
        session.tokenHashes.last.map { Data($0) },
        session.tokenHashes.dropLast().last.map { Data($0) },
      ])
      return .kept(connection)
    case .forgotten(let session):
      try db.cachedStatement(sql: "DELETE FROM session WHERE id = ?")
        .execute(arguments: [session.rawValue])
      return nil
    case .ban(let change, let id):
      try write(change, to: db)
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
    let row = try Row.fetchOne(db.cachedStatement(sql: Self.selectEnd), arguments: [room])
    // Nothing is appended to a damaged room.
    guard try row?.decode(Bool.self, forColumn: "is_sound") ?? true else {
      return .failed(batch.room)
    }
    guard try row?.decode(UInt64.self, forColumn: "last_seq") ?? 0 == batch.expectedLastSeq else {
      return try outcome(of: batch, in: db)
    }
    guard try row?.decode(Bool.self, forColumn: "is_open") ?? true else {
      return .failed(batch.room)
    }
    precondition(
      batch.entries.first?.seq == batch.expectedLastSeq + 1,
      "A step of room \(room) follows the entry it expects.")
    assert(
      last.seq == batch.expectedLastSeq + UInt64(batch.entries.count),
      "A step's entries are numbered without gaps.")
    var chain = EntryChain(
      of: batch.room, after: try row?.decode(Int64.self, forColumn: "chain") ?? 0)
    let entries = batch.entries.enumerated().map { index, entry in
      let bytes = WireEncoding.proto.encode(entry)
      let checksum = chain.extend(
        by: entry.seq, bytes, seal: index == 0 ? batch.sealed : nil)
      return (entry.seq, Data(bytes), checksum)
    }
    try db.cachedStatement(sql: Self.upsertRoom)
      .execute(arguments: [room, batch.code.rawValue, last.seq, nil, chain.last])
    let insertEntry = try db.cachedStatement(
      sql: "INSERT INTO entry (room, seq, bytes, checksum) VALUES (?, ?, ?, ?)")
    for (seq, bytes, checksum) in entries {
      try insertEntry.execute(arguments: [room, seq, bytes, checksum])
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
    if let origin = batch.origin {
      try db.cachedStatement(sql: Self.raiseHighest)
        .execute(arguments: [
          Int64(clamping: origin.request.rawValue), origin.session.rawValue,
        ])
    }
    if let result = batch.result { try append(result, of: batch.room, to: db) }
    if let finished = batch.finished { try write(finished, of: room, to: db) }
    return .landed(batch.room)
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
    case .session(let session, let connection):
      try Data.fetchOne(
        db, sql: "SELECT token_hash FROM session WHERE id = ?", arguments: [session.id.rawValue])
        == session.tokenHashes.last.map { Data($0) } ? .kept(connection) : .notKept(connection)
    case .ban(let change, let id): try isThere(change, in: db) ? .noted(id) : .notNoted(id)
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

  private static let selectEnd = """
    SELECT last_seq, chain, closed_at IS NULL AS is_open,
      \(ChecksummedTable.room.isSound) AS is_sound
    FROM room WHERE id = ?
    """
  private static let upsertRoom = """
    \(ChecksummedTable.room.insert)
    ON CONFLICT (id) DO UPDATE SET last_seq = excluded.last_seq, chain = excluded.chain,
      checksum = \(ChecksummedTable.room.checksum(excluded("last_seq", "chain")))
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
  private static let raiseHighest = """
    UPDATE session SET highest = max(highest, ?1),
      checksum = \(ChecksummedTable.session.checksum(["highest": "max(highest, ?1)"]))
    WHERE id = ?2 AND \(ChecksummedTable.session.isSound)
    """
  /// Only an open room can be watched.
  private static let upsertSpectator = """
    INSERT INTO viewer (room, session, first_seq)
    SELECT id, ?, ? FROM room WHERE id = ? AND closed_at IS NULL
    ON CONFLICT (room, session) DO UPDATE SET first_seq = excluded.first_seq
    """
  private static let upsertSession = """
    \(ChecksummedTable.session.insert)
    ON CONFLICT (id) DO UPDATE SET
      player_id = excluded.player_id,
      token_hash = excluded.token_hash, former_token_hash = excluded.former_token_hash,
      checksum = \(
        ChecksummedTable.session.checksum(excluded("player_id", "token_hash", "former_token_hash")))
    """

  private static func excluded(_ columns: String...) -> [String: String] {
    Dictionary(uniqueKeysWithValues: columns.map { ($0, "excluded.\($0)") })
  }
}
