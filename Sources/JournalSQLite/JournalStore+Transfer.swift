// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials
import GRDB
import Game
package import Journal
package import Lobby
import Protocol
import Wire

// Everything that a journal keeps, to go to another kind of journal and to come from there.

extension JournalStore: JournalSource {
  /// The journal's random id and the number of its commits, in hexadecimal digits.
  package var identity: String {
    get throws {
      let mark = try read { try Self.mark(in: $0) }
      return String(UInt64(bitPattern: mark.journal), radix: 16) + "-"
        + String(mark.commits, radix: 16)
    }
  }

  /// The key of the codes of rooms.
  package var codeKey: [UInt8] {
    get throws {
      let key = try read { try Data.fetchOne($0, sql: "SELECT code_key FROM progress") } ?? Data()
      guard key.count == Self.codeKeyLength else {
        throw JournalError.inconsistent(path: path, reason: "it has no key of room codes")
      }
      return Array(key)
    }
  }

  /// Every room, by id.
  package var roomIDs: [RoomID] {
    get throws {
      try read { try String.fetchAll($0, sql: "SELECT id FROM room ORDER BY id") }.map {
        RoomID($0)
      }
    }
  }

  /// Reads a room.
  package func keptRoom(_ id: RoomID) throws -> KeptRoom? {
    try read { db in
      guard let room = try readableRoom(id, in: db) else { return nil }
      let time = try Int64.fetchOne(
        db, sql: "SELECT closed_at FROM room WHERE id = ?", arguments: [id.rawValue])
      return KeptRoom(room, closedAt: time.map { ServerTime(microseconds: $0) })
    }
  }

  /// All results, in the order in which they were written.
  package var keptResults: [KeptResult] {
    get throws {
      try read { db in
        var results: [KeptResult] = []
        try ResultRows(db: db).forEach { results.append(KeptResult($0.result, of: $0.room)) }
        for index in results.indices {
          results[index].replay = try replay(of: results[index].result.matchID, in: db)
        }
        return results
      }
    }
  }

  private func replay(of match: String, in db: Database) throws -> KeptResult.Replay? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT * FROM replay WHERE match_id = ? AND \(ChecksummedTable.replay.isSound)"),
      arguments: [match])
    guard let row else { return nil }
    let summary: Data = try row.decode(forColumn: "summary")
    let base: Data = try row.decode(forColumn: "base")
    let first = UInt64(clamping: try row.decode(Int64.self, forColumn: "first_seq"))
    let last = UInt64(clamping: try row.decode(Int64.self, forColumn: "last_seq"))
    guard 0 < first, first <= last else { return nil }
    let time: Int64? = try row.decode(forColumn: "public_from")
    return KeptResult.Replay(
      settings: try WireEncoding.proto.decodeReplaySummary(Array(summary)).settings,
      publicFrom: time.map { ServerTime(microseconds: $0) },
      base: try WireEncoding.proto.decodeView(Array(base)), entries: first...last,
      sessions: try String.fetchAll(
        db,
        sql: """
          SELECT session FROM replay_viewer WHERE match_id = ? AND session IS NOT NULL ORDER BY rowid
          """, arguments: [match]
      ).map { SessionID($0) })
  }

  /// All sessions whose rows match their checksums, by id.
  package var keptSessions: [SessionRecord] {
    get throws { try read { try SessionRows(db: $0).all() } }
  }

  /// All bans, by target.
  package var keptBans: [Ban] {
    get throws { try read { try BanRows(db: $0).all() } }
  }
}

extension JournalStore: JournalSink {
  /// Sets the key of the codes of rooms.
  package func setCodeKey(_ key: [UInt8]) throws {
    precondition(key.count == Self.codeKeyLength, "A key of room codes has 32 bytes.")
    try change { try $0.execute(sql: "UPDATE progress SET code_key = ?", arguments: [Data(key)]) }
  }

  /// Appends records of rooms in one transaction.
  package func append(_ records: [RoomRecord]) throws -> [RoomOutcome] {
    try written(records.map { .room($0) }).compactMap {
      if case .room(let outcome) = $0 { outcome } else { nil }
    }
  }

  /// Removes a room with everything that belongs to it.
  package func remove(_ room: RoomID) throws {
    // Its newest entries may be in no row of its own yet.
    try settle()
    try change { try $0.execute(sql: "DELETE FROM room WHERE id = ?", arguments: [room.rawValue]) }
  }

  /// Adds results, and replays of those whose room is there.
  package func add(_ results: [KeptResult]) throws {
    try change { db in
      for kept in results {
        try ResultRows(db: db).append(kept.result, of: kept.room)
        guard let replay = kept.replay, try has(kept.room, in: db) else { continue }
        try write(replay, of: kept, to: db)
      }
    }
  }

  /// Adds sessions and bans in one transaction each.
  package func add(_ sessions: [SessionRecord], _ bans: [Ban]) throws {
    let number = CorrelationID(0)
    _ = try written(sessions.map { .session($0, for: number) })
    _ = try written(bans.map { .ban(.set($0), for: number) })
  }

  private func written(_ records: [JournalRecord]) throws -> [JournalOutcome] {
    guard let report = write(records), report.problem == nil else {
      throw JournalError.unusable(path: path, reason: "it cannot be written")
    }
    return report.outcomes
  }

  private func has(_ room: RoomID, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM room WHERE id = ?)"),
      arguments: [room.rawValue]) ?? false
  }

  private func write(
    _ replay: KeptResult.Replay, of kept: KeptResult, to db: Database
  ) throws {
    let result = kept.result
    let summary = ReplaySummary(
      matchID: result.matchID, settings: replay.settings, endedAt: result.endedAt,
      standings: result.standings)
    try db.cachedStatement(sql: ChecksummedTable.replay.insert).execute(arguments: [
      result.matchID, kept.room.rawValue, replay.entries.lowerBound, replay.entries.upperBound,
      result.mode.rawValue, result.endedAt.microseconds, replay.publicFrom?.microseconds,
      Data(WireEncoding.proto.encode(summary)), Data(WireEncoding.proto.encode(replay.base)),
    ])
    for session in replay.sessions {
      try db.cachedStatement(sql: "INSERT INTO replay_viewer (match_id, session) VALUES (?, ?)")
        .execute(arguments: [result.matchID, session.rawValue])
    }
    for player in Set(result.standings.compactMap(\.player.id)) {
      try db.cachedStatement(sql: "INSERT INTO replay_viewer (match_id, player_id) VALUES (?, ?)")
        .execute(arguments: [result.matchID, player])
    }
  }
}
