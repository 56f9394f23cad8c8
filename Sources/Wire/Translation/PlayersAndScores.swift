// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Types that entries and views share.

internal import Game

extension WirePlayer {
  init(_ player: Player) {
    name = player.name
    if let playerID = player.id { id = playerID }
    bot = player.isBot
    if let name = player.level { level = name }
  }

  func translated() throws(WireError) -> Player {
    let fields = Fields("player")
    return Player(
      name: try fields.text(name, "name", limit: Bounds.name),
      id: hasID ? try fields.text(id, "id") : nil,
      isBot: bot,
      level: hasLevel ? try fields.text(level, "level") : nil)
  }
}

extension WireBonus {
  init(_ bonus: Bonus) {
    remainingMs = Int32(wire: bonus.remainingMilliseconds)
    if let since = bonus.runningSince { runningSince = since.microseconds }
  }

  func translated() throws(WireError) -> Bonus {
    let remaining = try Fields("bonus").milliseconds(
      hasRemainingMs, remainingMs, "remaining_ms")
    return Bonus(
      remainingMilliseconds: remaining.wholeMilliseconds,
      runningSince: hasRunningSince ? ServerTime(microseconds: runningSince) : nil)
  }
}

extension WireScoreChange {
  init(_ change: ScoreChange) {
    seat = UInt32(wire: change.seat.rawValue)
    if let cause = change.card { card = cause.rawValue }
    delta = Int32(wire: change.delta)
    bonus = Int32(wire: change.bonus)
    total = Int32(wire: change.total)
  }

  func translated() throws(WireError) -> ScoreChange {
    let fields = Fields("score_change")
    return ScoreChange(
      seat: try fields.seat(hasSeat, seat, "seat"),
      card: hasCard ? CardID(rawValue: card) : nil,
      delta: try fields.integer(hasDelta, delta, "delta", in: Bounds.score),
      bonus: try fields.integer(hasBonus, bonus, "bonus", in: Bounds.score),
      total: try fields.integer(hasTotal, total, "total", in: Bounds.score))
  }
}

extension WireStanding {
  init(_ standing: Standing) {
    rank = UInt32(wire: standing.rank)
    seat = UInt32(wire: standing.seat.rawValue)
    player = WirePlayer(standing.player)
    score = Int32(wire: standing.score)
    pairs = UInt32(wire: standing.pairs)
  }

  func translated() throws(WireError) -> Standing {
    let fields = Fields("standing")
    try fields.require(hasPlayer, "player")
    return Standing(
      rank: try fields.integer(hasRank, rank, "rank", in: 1...SeatIndex.limit),
      seat: try fields.seat(hasSeat, seat, "seat"),
      player: try player.translated(),
      score: try fields.integer(hasScore, score, "score", in: Bounds.score),
      pairs: try fields.integer(hasPairs, pairs, "pairs", in: Bounds.count))
  }
}

extension Fields {
  func scoreChanges(_ changes: [WireScoreChange]) throws(WireError) -> [ScoreChange] {
    try list(changes, "score_changes", limit: Bounds.scoreChanges) { change throws(WireError) in
      try change.translated()
    }
  }

  func standings(_ standings: [WireStanding]) throws(WireError) -> [Standing] {
    try list(standings, "standings", limit: SeatIndex.limit) { standing throws(WireError) in
      try standing.translated()
    }
  }

  /// Requires a board with a place for each of its cards.
  func checkBoard(rows: Int, columns: Int, cards: Int) throws(WireError) {
    guard (cards...Bounds.places).contains(rows * columns) else {
      throw .outOfRange(
        field: "\(message).rows", value: "\(rows) x \(columns)",
        allowed: "places for \(cards) cards, \(Bounds.places) at most")
    }
  }
}
