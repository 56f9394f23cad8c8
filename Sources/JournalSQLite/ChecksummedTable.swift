// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A table whose rows each have a checksum over all other columns.
struct ChecksummedTable: Sendable {
  /// The table's name.
  let name: String
  /// Its columns except the checksum, key columns first.
  let columns: [String]
  /// Number of key columns.
  let keys: Int

  private init(_ name: String, keys: Int = 1, _ columns: some Sequence<String>) {
    let columns = Array(columns)
    precondition((1...columns.count).contains(keys), "Table \(name) is named by its columns.")
    (self.name, self.columns, self.keys) = (name, columns, keys)
  }

  /// The SQL expression of a row's checksum.
  ///
  /// - Parameter values: expressions in place of columns, for a row about to be updated.
  /// - Returns: the expression.
  func checksum(_ values: [String: String] = [:]) -> String {
    assert(values.keys.allSatisfy(columns.contains), "Table \(name) has no such column.")
    return "row_checksum('\(name)', \(columns.map { values[$0] ?? $0 }.joined(separator: ", ")))"
  }

  /// SQL: 1 if a row matches its checksum, else 0.
  var isSound: String { "checksum IS \(checksum())" }

  /// Whether the table is stored in the order of its one key column.
  var isInOrderOfKeys: Bool { keys == 1 && name != Self.replay.name && name != Self.outage.name }

  /// SQL: the number of rows whose key does not follow the one before.
  ///
  /// The table is in key order, so SQLite does not sort.
  var strays: String {
    """
    SELECT count(*) FROM (
      SELECT \(columns[0]) AS key, lag(\(columns[0])) OVER (ORDER BY \(columns[0])) AS former
      FROM \(name)
    ) WHERE former >= key
    """
  }

  /// SQL: inserts a row; the arguments are all columns in order.
  var insert: String {
    let places = columns.indices.map { "?\($0 + 1)" }
    return """
      INSERT INTO \(name) (\(columns.joined(separator: ", ")), checksum)
      VALUES (\(places.joined(separator: ", ")),
        row_checksum('\(name)', \(places.joined(separator: ", "))))
      """
  }

  /// SQL: sets each row's checksum to match its contents.
  var seal: String { "UPDATE \(name) SET checksum = \(checksum())" }

  /// SQL: the keys of rows that do not match their checksums.
  var damaged: String {
    let key = columns.prefix(keys).joined(separator: " || ' ' || ")
    return "SELECT \(key) FROM \(name) NOT INDEXED WHERE NOT \(isSound)"
  }

  /// The report of a row that does not match its checksum.
  func sentence(about key: String) -> String { "The \(name) \(key) does not match its checksum." }

  // `chain` is the last entry's checksum: see `EntryChain`.
  static let room = Self("room", ["id", "code", "last_seq", "closed_at", "chain"])
  static let member = Self("member", keys: 2, ["room", "actor", "session", "has_left"])
  static let session = Self(
    "session",
    [
      "id", "name", "player_id", "is_bot", "highest", "token_hash", "former_token_hash", "revision",
      "detached_at",
    ])
  /// The same before migration 10.
  static let formerSession = Self("session", session.columns.dropLast(2))
  static let result = Self(
    "result",
    [
      "match_id", "room", "mode", "is_rated", "reason", "ended_at", "number", "theme", "is_public",
      "daily_day", "daily_turns", "daily_ms",
    ])
  /// The same before migration 12.
  static let resultBefore12 = Self("result", result.columns.dropLast(3))
  /// The same before migration 11.
  static let formerResult = Self("result", resultBefore12.columns.dropLast(2))
  static let placing = Self(
    "placing", keys: 2,
    [
      "match_id", "seat", "rank", "name", "player_id", "is_bot", "score", "pairs", "level", "found",
      "chances",
    ])
  /// The same before migration 11.
  static let formerPlacing = Self("placing", keys: 2, placing.columns.dropLast(2))
  static let replay = Self(
    "replay",
    [
      "match_id", "room", "first_seq", "last_seq", "mode", "ended_at", "public_from", "summary",
      "base",
    ])
  static let ban = Self("ban", ["target", "since", "until", "reason"])
  static let outage = Self("outage", ["until", "since"])

  /// All such tables; `EntryChain` covers entries and seals.
  static let all = [room, member, session, result, placing, replay, ban, outage]
  /// The same as of migration 6, which sealed the rows.
  static let allFormer = [
    room, member, formerSession, formerResult, formerPlacing, replay, ban, outage,
  ]
}
