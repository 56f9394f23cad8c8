// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials
internal import Game
internal import Protocol

extension WireDaily {
  init(_ daily: Daily) {
    id = daily.id.rawValue
    today = WireDailyBoard(daily.today)
    last = WireDailyBoard(daily.last)
    nextCommitment = Data(daily.nextCommitment)
    streak = UInt32(wire: daily.streak)
    longestStreak = UInt32(wire: daily.longestStreak)
  }

  func translated() throws(WireError) -> Daily {
    let fields = Fields("daily")
    try fields.require(hasToday, "today")
    try fields.require(hasLast, "last")
    return Daily(
      id: try fields.request(hasID, id, "id"), today: try today.translated(),
      last: try last.translated(),
      nextCommitment: try fields.bytes(nextCommitment, "next_commitment"),
      streak: try fields.integer(hasStreak, streak, "streak", in: Bounds.count),
      longestStreak: try fields.integer(
        hasLongestStreak, longestStreak, "longest_streak", in: Bounds.count))
  }
}

extension WireDailyBoard {
  init(_ board: DailyBoard) {
    day = board.day.description
    commitment = Data(board.commitment)
    if let revealed = board.seed { seed = Data(revealed) }
    players = UInt32(wire: board.players)
    rows = board.rows.map(WireDailyRow.init)
    if let row = board.own { own = WireDailyRow(row) }
    played = board.isPlayed
  }

  func translated() throws(WireError) -> DailyBoard {
    let fields = Fields("daily_board")
    return DailyBoard(
      day: try fields.day(day, "day"), commitment: try fields.bytes(commitment, "commitment"),
      seed: seed.isEmpty ? nil : try fields.bytes(seed, "seed"),
      players: try fields.integer(hasPlayers, players, "players", in: Bounds.count),
      rows: try fields.list(rows, "rows", limit: DailyBoard.mostRows) { row throws(WireError) in
        try row.translated()
      },
      own: hasOwn ? try own.translated() : nil, isPlayed: played)
  }
}

extension WireDailyRow {
  init(_ row: DailyBoard.Row) {
    rank = UInt32(wire: row.rank)
    player = WirePlayer(row.player)
    result = WireDailyResult(row.result)
  }

  func translated() throws(WireError) -> DailyBoard.Row {
    let fields = Fields("daily_row")
    try fields.require(hasPlayer, "player")
    try fields.require(hasResult, "result")
    return DailyBoard.Row(
      rank: try fields.integer(hasRank, rank, "rank", in: Bounds.count),
      player: try player.translated(), result: try result.translated())
  }
}

extension WireDailyResult {
  init(_ result: DailyResult) {
    turns = UInt32(wire: result.turns)
    durationMs = Int32(wire: result.duration.wholeMilliseconds)
  }

  func translated() throws(WireError) -> DailyResult {
    let fields = Fields("daily_result")
    return DailyResult(
      turns: try fields.integer(hasTurns, turns, "turns", in: Bounds.turns),
      duration: try fields.milliseconds(hasDurationMs, durationMs, "duration_ms"))
  }
}

extension Fields {
  /// A date such as `2026-11-27`.
  func day(_ value: String, _ field: String) throws(WireError) -> Day {
    try require(!value.isEmpty, field)
    guard let day = Day(try text(value, field)) else {
      throw .outOfRange(
        field: name(field), value: value.printable(limit: Bounds.identifier),
        allowed: "a date such as 2026-11-27")
    }
    return day
  }
}
