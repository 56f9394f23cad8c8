// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials
import GRDB
import Game
package import Journal
import Lobby
import Protocol
import Wire

/// Finished matches as rows.
///
/// A match's entries stay in its room's log and are deleted with it; its row has their numbers, and
/// the names of those who may see them.
package struct ReplayRows {
  /// The connection.
  let db: Database

  /// The stored bytes for a query; any thread can turn them into the answer.
  package struct Finding: Sendable {
    enum Content {
      case list([Data])
      case match(base: Data, entries: [Data])
      case none(ReplayAnswer)
    }

    let query: ReplayQuery
    let content: Content

    /// The answer; decoding takes most of a query's time.
    package var answer: ReplayAnswer {
      do {
        switch content {
        case .none(let answer): return answer
        case .list(let rows):
          return query.answer(
            listing: try rows.map { try WireEncoding.proto.decodeReplaySummary(Array($0)) })
        case .match(let base, let rows):
          guard case .match(let name) = query.subject else { return .unknown }
          return query.answer(
            name, base: try WireEncoding.proto.decodeView(Array(base)),
            entries: try rows.map { try WireEncoding.proto.decodeEntry(Array($0)) })
        }
      } catch {
        return .unavailable
      }
    }
  }

  /// Runs a query; reads at most one match or one list.
  ///
  /// `tail` has the entries that are not in their rooms' rows yet.
  func look(for query: ReplayQuery, with tail: JournalTail) throws -> Finding {
    let content =
      switch query.subject {
      case .list(let mode): Finding.Content.list(try summaries(of: mode, for: query))
      case .match(let name): try match(name, for: query, with: tail)
      }
    return Finding(query: query, content: content)
  }

  /// Writes a finished match within the open transaction, after its entries.
  func write(_ match: FinishedMatch, of room: String) throws {
    guard let first = match.entries.first?.seq, let last = match.entries.last?.seq else { return }
    assert(
      last - first + 1 == UInt64(match.entries.count), "A match's entries are without gaps.")
    try db.cachedStatement(sql: ChecksummedTable.replay.insert).execute(arguments: [
      match.matchID, room, first, last, match.settings.mode.rawValue, match.endedAt.microseconds,
      match.publicFrom?.microseconds, Data(WireEncoding.proto.encode(match.summary)),
      Data(WireEncoding.proto.encode(match.base)),
    ])
    for actor in match.actors {
      try db.cachedStatement(sql: Self.insertSession)
        .execute(arguments: [match.matchID, room, actor.rawValue])
    }
    for player in Set(match.standings.compactMap(\.player.id)) {
      try db.cachedStatement(sql: "INSERT INTO replay_viewer (match_id, player_id) VALUES (?, ?)")
        .execute(arguments: [match.matchID, player])
    }
  }

  private func summaries(
    of mode: MatchSettings.Mode?, for query: ReplayQuery
  ) throws -> [Data] {
    let ofMode = mode == nil ? "" : "AND mode = ?"
    let modes: StatementArguments = mode.map { [$0.rawValue] } ?? []
    let latest: StatementArguments = [ReplayQuery.mostListed]
    let open = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT match_id, summary FROM replay
          WHERE public_from <= ? \(ofMode) AND \(ChecksummedTable.replay.isSound)
          ORDER BY ended_at DESC LIMIT ?
          """), arguments: [query.now.microseconds] + modes + latest)
    let own = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT match_id, summary FROM replay
          WHERE match_id IN (SELECT match_id FROM replay_viewer WHERE session = ? OR player_id = ?)
          \(ofMode) AND \(ChecksummedTable.replay.isSound) ORDER BY ended_at DESC LIMIT ?
          """),
      arguments: [query.session.rawValue, query.playerID] + modes + latest)
    var known: Set<String> = []
    return try (open + own).compactMap { row in
      let name: String = try row.decode(forColumn: "match_id")
      let summary: Data = try row.decode(forColumn: "summary")
      return known.insert(name).inserted ? summary : nil
    }
  }

  private func match(
    _ name: String, for query: ReplayQuery, with tail: JournalTail
  ) throws -> Finding.Content {
    let found = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT room, first_seq, last_seq, base, \(ChecksummedTable.replay.isSound) AS is_sound
          FROM replay
          WHERE match_id = ? AND (public_from <= ? OR match_id IN (
            SELECT match_id FROM replay_viewer WHERE session = ? OR player_id = ?))
          """),
      arguments: [
        name, query.now.microseconds, query.session.rawValue, query.playerID,
      ])
    guard let found else { return .none(.unknown) }
    guard try found.decode(Bool.self, forColumn: "is_sound") else { return .none(.unavailable) }
    let first: Int64 = try found.decode(forColumn: "first_seq")
    let last: Int64 = try found.decode(forColumn: "last_seq")
    guard first >= 1, first <= last, last < .max else { return .none(.unavailable) }
    guard last - first < Int64(ReplayQuery.mostEntries) else {
      return .none(.tooLong)
    }
    let room: String = try found.decode(forColumn: "room")
    guard let entries = try entries(first...last, of: room, with: tail) else {
      return .none(.unavailable)
    }
    return .match(base: try found.decode(forColumn: "base"), entries: entries)
  }

  /// Entries of a room as stored; nil if one is missing or does not match the chain.
  private func entries(
    _ numbers: ClosedRange<Int64>, of room: String, with tail: JournalTail
  ) throws -> [Data]? {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: "SELECT * FROM (\(JournalStore.selectLog)) WHERE seq BETWEEN ?3 AND ?4 ORDER BY seq"),
      arguments: [
        room, tail.list(of: RoomID(room)), numbers.lowerBound - 1, numbers.upperBound,
      ])
    let seals = try SealedRows(db: db).seals(of: room)
    var chain = EntryChain(of: RoomID(room))
    var next = numbers.lowerBound
    var entries: [Data] = []
    while let row = try rows.next() {
      let seq: Int64 = try row.decode(forColumn: "seq")
      let checksum: Int64 = try row.decode(forColumn: "checksum")
      if seq < numbers.lowerBound {
        chain = EntryChain(of: RoomID(room), after: checksum)
        continue
      }
      let bytes: Data = try row.decode(forColumn: "bytes")
      let seal = seals.first { $0.afterSeq == UInt64(seq) - 1 }
      guard seq == next, chain.extend(by: UInt64(seq), bytes, seal: seal?.record) == checksum
      else { return nil }
      next += 1
      entries.append(bytes)
    }
    return next == numbers.upperBound + 1 ? entries : nil
  }

  private static let insertSession = """
    INSERT INTO replay_viewer (match_id, session)
    SELECT ?, session FROM member WHERE room = ? AND actor = ?
    """
}
