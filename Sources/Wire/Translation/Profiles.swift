// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Game
internal import Protocol

extension WireProfile {
  init(_ profile: Profile) {
    id = profile.id.rawValue
    asked = profile.asked
    players = profile.players.map(WirePlayer.init)
    if let known = profile.record { record = WirePlayerRecord(known) }
  }

  func translated() throws(WireError) -> Profile {
    let fields = Fields("profile")
    return Profile(
      id: try fields.request(hasID, id, "id"),
      asked: try fields.text(asked, "asked", limit: Profile.longestName),
      players: try fields.list(players, "players", limit: Bounds.profileLines) {
        player throws(WireError) in try player.translated()
      },
      record: hasRecord ? try record.translated() : nil)
  }
}

extension WirePlayerRecord {
  init(_ record: PlayerRecord) {
    modes = record.modes.map(WireModeRecord.init)
    rivalries = record.rivalries.map(WireRivalry.init)
    themes = record.themes.map(WireThemeCount.init)
    if let recall = record.bestRecall { bestRecall = WireRecall(recall) }
    matches = record.matches.map(WirePlayedMatch.init)
  }

  func translated() throws(WireError) -> PlayerRecord {
    let fields = Fields("player_record")
    let limit = Bounds.profileLines
    return PlayerRecord(
      modes: try fields.list(modes, "modes", limit: limit) { mode throws(WireError) in
        try mode.translated()
      },
      rivalries: try fields.list(rivalries, "rivalries", limit: limit) {
        rivalry throws(WireError) in try rivalry.translated()
      },
      themes: try fields.list(themes, "themes", limit: limit) { theme throws(WireError) in
        try theme.translated()
      },
      bestRecall: hasBestRecall ? try bestRecall.translated() : nil,
      matches: try fields.list(matches, "matches", limit: limit) { match throws(WireError) in
        try match.translated()
      })
  }
}

extension WireModeRecord {
  init(_ record: ModeRecord) {
    mode = WireMatchSettings.Mode(record.mode)
    matches = UInt32(wire: record.matches)
    wins = UInt32(wire: record.wins)
    if let course = record.rating { rating = WireRatingCourse(course) }
  }

  func translated() throws(WireError) -> ModeRecord {
    let fields = Fields("mode_record")
    return ModeRecord(
      mode: try fields.choice(mode, "mode"),
      matches: try fields.integer(hasMatches, matches, "matches", in: Bounds.count),
      wins: try fields.integer(hasWins, wins, "wins", in: Bounds.count),
      rating: hasRating ? try rating.translated() : nil)
  }
}

extension WireRatingCourse {
  init(_ rating: RatingCourse) {
    shown = rating.shown
    mu = rating.mu
    sigma = rating.sigma
    matches = UInt32(wire: rating.matches)
    course = rating.course.map(WireRatingPoint.init)
  }

  func translated() throws(WireError) -> RatingCourse {
    let fields = Fields("rating_course")
    return RatingCourse(
      shown: try fields.strength(hasShown, shown, "shown"),
      mu: try fields.strength(hasMu, mu, "mu"),
      sigma: try fields.strength(hasSigma, sigma, "sigma"),
      matches: try fields.integer(hasMatches, matches, "matches", in: Bounds.count),
      course: try fields.list(course, "course", limit: Bounds.course) {
        point throws(WireError) in try point.translated()
      })
  }
}

extension WireRatingPoint {
  init(_ point: RatingCourse.Point) {
    at = point.at.microseconds
    shown = point.shown
  }

  func translated() throws(WireError) -> RatingCourse.Point {
    let fields = Fields("rating_point")
    return RatingCourse.Point(
      at: try fields.time(hasAt, at, "at"), shown: try fields.strength(hasShown, shown, "shown"))
  }
}

extension WireRivalry {
  init(_ rivalry: Rivalry) {
    opponent = WirePlayer(rivalry.opponent)
    won = UInt32(wire: rivalry.won)
    lost = UInt32(wire: rivalry.lost)
    drawn = UInt32(wire: rivalry.drawn)
  }

  func translated() throws(WireError) -> Rivalry {
    let fields = Fields("rivalry")
    try fields.require(hasOpponent, "opponent")
    return Rivalry(
      opponent: try opponent.translated(),
      won: try fields.integer(hasWon, won, "won", in: Bounds.count),
      lost: try fields.integer(hasLost, lost, "lost", in: Bounds.count),
      drawn: try fields.integer(hasDrawn, drawn, "drawn", in: Bounds.count))
  }
}

extension WireThemeCount {
  init(_ count: ThemeCount) {
    theme = count.theme
    matches = UInt32(wire: count.matches)
  }

  func translated() throws(WireError) -> ThemeCount {
    let fields = Fields("theme_count")
    return ThemeCount(
      theme: try fields.text(theme, "theme"),
      matches: try fields.integer(hasMatches, matches, "matches", in: Bounds.count))
  }
}

extension WireRecall {
  init(_ recall: Recall) {
    found = UInt32(wire: recall.found)
    chances = UInt32(wire: recall.chances)
  }

  func translated() throws(WireError) -> Recall {
    let fields = Fields("recall")
    let chances = try fields.integer(hasChances, chances, "chances", in: Bounds.turns)
    return Recall(
      found: try fields.integer(hasFound, found, "found", in: 0...chances), chances: chances)
  }
}

extension WirePlayedMatch {
  init(_ match: PlayedMatch) {
    matchID = match.matchID
    mode = WireMatchSettings.Mode(match.mode)
    endedAt = match.endedAt.microseconds
    standings = match.standings.map(WireStanding.init)
  }

  func translated() throws(WireError) -> PlayedMatch {
    let fields = Fields("played_match")
    return PlayedMatch(
      matchID: try fields.text(matchID, "match_id"),
      mode: try fields.choice(mode, "mode"),
      endedAt: try fields.time(hasEndedAt, endedAt, "ended_at"),
      standings: try fields.standings(standings))
  }
}
