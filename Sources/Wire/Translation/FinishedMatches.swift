// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Messages about finished matches.

internal import Game
internal import Protocol

extension WireLeaderboard {
  init(_ leaderboard: Leaderboard) {
    id = leaderboard.id.rawValue
    mode = WireMatchSettings.Mode(leaderboard.mode)
    ratings = leaderboard.rows.map(WireRating.init)
  }

  func translated() throws(WireError) -> Leaderboard {
    let fields = Fields("leaderboard")
    return Leaderboard(
      id: try fields.request(hasID, id, "id"),
      mode: try fields.choice(mode, "mode"),
      rows: try fields.list(ratings, "ratings", limit: Bounds.ratings) {
        rating throws(WireError) in try rating.translated()
      })
  }
}

extension WireRating {
  init(_ row: Leaderboard.Row) {
    rank = UInt32(wire: row.rank)
    player = WirePlayer(row.player)
    shown = row.shown
    mu = row.mu
    sigma = row.sigma
    matches = UInt32(wire: row.matches)
  }

  func translated() throws(WireError) -> Leaderboard.Row {
    let fields = Fields("rating")
    try fields.require(hasPlayer, "player")
    return Leaderboard.Row(
      rank: try fields.integer(hasRank, rank, "rank", in: Bounds.count),
      player: try player.translated(),
      shown: try fields.strength(hasShown, shown, "shown"),
      mu: try fields.strength(hasMu, mu, "mu"),
      sigma: try fields.strength(hasSigma, sigma, "sigma"),
      matches: try fields.integer(hasMatches, matches, "matches", in: Bounds.count))
  }
}

extension WireReplays {
  func translated() throws(WireError) -> ServerMessage {
    let fields = Fields("replays")
    return .replays(
      id: try fields.request(hasID, id, "id"),
      try fields.list(replays, "replays", limit: Bounds.replays) { replay throws(WireError) in
        try replay.translated()
      })
  }
}

extension WireReplaySummary {
  init(_ summary: ReplaySummary) {
    matchID = summary.matchID
    settings = WireMatchSettings(summary.settings)
    endedAt = summary.endedAt.microseconds
    standings = summary.standings.map(WireStanding.init)
  }

  func translated() throws(WireError) -> ReplaySummary {
    let fields = Fields("replay_summary")
    try fields.require(hasSettings, "settings")
    return ReplaySummary(
      matchID: try fields.text(matchID, "match_id"),
      settings: try settings.translated(),
      endedAt: try fields.time(hasEndedAt, endedAt, "ended_at"),
      standings: try fields.standings(standings))
  }
}

extension WireReplay {
  init(_ replay: Replay) {
    id = replay.id.rawValue
    matchID = replay.matchID
    base = WireMatchView(replay.base)
    entries = replay.entries.map(WireEntry.init)
  }

  func translated() throws(WireError) -> Replay {
    let fields = Fields("replay")
    try fields.require(hasBase, "base")
    let replay = Replay(
      id: try fields.request(hasID, id, "id"),
      matchID: try fields.text(matchID, "match_id"),
      base: try base.translated(),
      entries: try entries.map { entry throws(WireError) in try entry.translated() })
    try replay.entries.checkOrder(after: replay.base)
    return replay
  }
}
