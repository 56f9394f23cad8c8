// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A table each of whose rows has a checksum of all its other columns.
struct ChecksummedTable: Sendable {
  /// The table.
  let name: String
  /// Its columns but for the checksum, those that name a row first.
  let columns: [String]
  /// How many of them name a row.
  let keys: Int

  private init(_ name: String, keys: Int = 1, _ columns: [String]) {
    (self.name, self.columns, self.keys) = (name, columns, keys)
  }

  /// The checksum that a row should have, in SQL.
  ///
  /// - Parameter values: what stands in a column's place, for a row that is about to be changed.
  /// - Returns: an expression.
  func checksum(_ values: [String: String] = [:]) -> String {
    "row_checksum('\(name)', \(columns.map { values[$0] ?? $0 }.joined(separator: ", ")))"
  }

  /// Whether a row is as it was written, 0 or 1, in SQL.
  var isSound: String { "checksum IS \(checksum())" }

  /// Whether its rows lie in the order of the one column that names them.
  var isInOrderOfKeys: Bool { keys == 1 && name != Self.replay.name && name != Self.outage.name }

  /// How many rows do not follow those before them, in SQL; the table is in the order of its keys, so
  /// SQLite does not sort it.
  var strays: String {
    """
    SELECT count(*) FROM (
      SELECT \(columns[0]) AS key, lag(\(columns[0])) OVER (ORDER BY \(columns[0])) AS former
      FROM \(name)
    ) WHERE former >= key
    """
  }

  /// Inserts a row; the arguments are all columns in order.
  var insert: String {
    let places = columns.indices.map { "?\($0 + 1)" }
    return """
      INSERT INTO \(name) (\(columns.joined(separator: ", ")), checksum)
      VALUES (\(places.joined(separator: ", ")),
        row_checksum('\(name)', \(places.joined(separator: ", "))))
      """
  }

  /// Gives each row the checksum of what it has.
  var seal: String { "UPDATE \(name) SET checksum = \(checksum())" }

  /// What names each row that is not as it was written; the first columns of it.
  var damaged: String {
    let key = columns.prefix(keys).joined(separator: " || ' ' || ")
    return "SELECT \(key) FROM \(name) NOT INDEXED WHERE NOT \(isSound)"
  }

  // `chain` is the last entry's checksum: see `EntryChain`.
  static let room = Self("room", ["id", "code", "last_seq", "closed_at", "chain"])
  static let member = Self("member", keys: 2, ["room", "actor", "session", "has_left"])
  static let session = Self(
    "session",
    ["id", "name", "player_id", "is_bot", "highest", "token_hash", "former_token_hash"])
  static let result = Self(
    "result", ["match_id", "room", "mode", "is_rated", "reason", "ended_at", "number"])
  static let placing = Self(
    "placing", keys: 2,
    ["match_id", "seat", "rank", "name", "player_id", "is_bot", "score", "pairs", "level"])
  static let replay = Self(
    "replay",
    [
      "match_id", "room", "first_seq", "last_seq", "mode", "ended_at", "public_from", "summary",
      "base",
    ])
  static let ban = Self("ban", ["target", "since", "until", "reason"])
  static let outage = Self("outage", ["until", "since"])

  /// All of them; entries and seals have theirs in `EntryChain`.
  static let all = [room, member, session, result, placing, replay, ban, outage]
}
