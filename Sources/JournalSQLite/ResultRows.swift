// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import Game
import Lobby
import Protocol

/// A result and its room.
struct StoredResult: Hashable, Sendable {
  /// The room.
  var room: RoomID
  /// The result.
  var result: MatchResult
}

/// Results as rows: one per match, one per seat.
struct ResultRows {
  /// The connection.
  let db: Database

  /// Appends a result within the open transaction.
  func append(_ result: MatchResult, of room: RoomID) throws {
    let last = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(number) FROM result"), arguments: [])
    try insert(StoredResult(room: room, result: result), number: (last ?? 0) + 1)
  }

  /// Writes a result with a given number.
  private func insert(_ stored: StoredResult, number: Int64) throws {
    let result = stored.result
    try db.cachedStatement(sql: ChecksummedTable.result.insert).execute(arguments: [
      result.matchID, stored.room.rawValue, result.mode.rawValue, result.isRated,
      result.reason.rawValue, result.endedAt.microseconds, number, result.detail?.theme,
      result.detail?.isPublic, result.detail?.daily?.day.number,
      result.detail?.daily?.result.turns, result.detail?.daily?.result.duration.wholeMilliseconds,
    ])
    for (index, standing) in result.standings.enumerated() {
      let recall = result.detail?.recall[index]
      try db.cachedStatement(sql: ChecksummedTable.placing.insert).execute(arguments: [
        result.matchID, standing.seat.rawValue, standing.rank, standing.player.name,
        standing.player.id, standing.player.isBot, standing.score, standing.pairs,
        standing.player.level, recall?.found, recall?.chances,
      ])
    }
  }

  /// The ratings over all results.
  func ratings() throws -> RatingTable {
    var table = RatingTable()
    try forEach(Self.selectRatedResults) { try? table.fold($0.result) }
    return table
  }

  /// The profiles, and with them the ratings, over all results.
  func profiles() throws -> ProfileTable {
    var table = ProfileTable()
    try forEach(Self.selectToldResults) { table.fold($0.result) }
    return table
  }

  /// Calls `body` with each result, in the order they were written.
  ///
  /// Skips unknown modes and reasons, and rows that do not match their checksums.
  func forEach(_ body: (StoredResult) -> Void) throws { try forEach(Self.selectResults, body) }

  private func forEach(_ selection: String, _ body: (StoredResult) -> Void) throws {
    let rows = try Row.fetchCursor(db, sql: selection)
    let placings = try db.makeStatement(sql: Self.selectPlacings)
    while let row = try rows.next() {
      guard let result = try result(row, placings) else { continue }
      body(StoredResult(room: RoomID(try row.decode(forColumn: "room")), result: result))
    }
  }

  /// The result of a match; nil if it has none, or one of an unknown kind.
  func result(of matchID: String) throws -> MatchResult? {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: Self.selectResult + " WHERE match_id = ?"), arguments: [matchID])
    return try row.flatMap { try result($0, db.cachedStatement(sql: Self.selectPlacings)) }
  }

  /// Replaces the results of these matches, and numbers all of them anew in this order.
  func replace(with results: [StoredResult]) throws {
    for result in results {
      for table in ["placing", "result"] {
        try db.cachedStatement(sql: "DELETE FROM \(table) WHERE match_id = ?")
          .execute(arguments: [result.result.matchID])
      }
    }
    for (index, result) in results.enumerated() {
      try insert(result, number: Int64(index) + 1)
    }
  }

  private func result(_ row: Row, _ placings: Statement) throws -> MatchResult? {
    let matchID: String = try row.decode(forColumn: "match_id")
    guard try row.decode(Bool.self, forColumn: "is_sound"),
      let mode = MatchSettings.Mode(rawValue: try row.decode(forColumn: "mode")),
      let reason = Event.Ended.Reason(rawValue: try row.decode(forColumn: "reason"))
    else { return nil }
    let rows = try Row.fetchAll(placings, arguments: [matchID])
    guard try rows.allSatisfy({ try $0.decode(Bool.self, forColumn: "is_sound") }) else {
      return nil
    }
    let standings = try rows.map(standing)
    var detail: ResultDetail?
    if let theme = try row.decode(String?.self, forColumn: "theme") {
      detail = ResultDetail(
        theme: theme, isPublic: try row.decode(forColumn: "is_public"),
        recall: try rows.map {
          Recall(
            found: try $0.decode(forColumn: "found"), chances: try $0.decode(forColumn: "chances"))
        }, daily: try attempt(row))
    }
    return MatchResult(
      matchID: matchID, mode: mode, isRated: try row.decode(forColumn: "is_rated"),
      endedAt: ServerTime(microseconds: try row.decode(forColumn: "ended_at")), reason: reason,
      standings: standings, detail: detail)
  }

  private func attempt(_ row: Row) throws -> DailyAttempt? {
    guard let day = try row.decode(Int?.self, forColumn: "daily_day") else { return nil }
    let milliseconds: Int64 = try row.decode(forColumn: "daily_ms")
    return DailyAttempt(
      day: Day(number: day),
      result: DailyResult(
        turns: try row.decode(forColumn: "daily_turns"), duration: .milliseconds(milliseconds)))
  }

  private func standing(_ row: Row) throws -> Standing {
    Standing(
      rank: try row.decode(forColumn: "rank"), seat: SeatIndex(try row.decode(forColumn: "seat")),
      player: Player(
        name: try row.decode(forColumn: "name"), id: try row.decode(forColumn: "player_id"),
        isBot: try row.decode(forColumn: "is_bot"), level: try row.decode(forColumn: "level")),
      score: try row.decode(forColumn: "score"), pairs: try row.decode(forColumn: "pairs"))
  }

  private static let selectResult = """
    SELECT *, \(ChecksummedTable.result.isSound) AS is_sound FROM result
    """
  private static let selectResults = selectResult + " ORDER BY number"
  private static let selectRatedResults = selectResult + " WHERE is_rated ORDER BY number"
  private static let selectToldResults =
    selectResult + " WHERE is_rated OR is_public OR daily_day IS NOT NULL ORDER BY number"
  private static let selectPlacings = """
    SELECT *, \(ChecksummedTable.placing.isSound) AS is_sound FROM placing
    WHERE match_id = ? ORDER BY rank, seat
    """
}
