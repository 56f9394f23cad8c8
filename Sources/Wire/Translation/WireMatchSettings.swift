// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Game

extension WireMatchSettings {
  /// All fields are sent, so that a receiver needs no defaults; a day only for a daily deal.
  init(_ settings: MatchSettings) {
    pairs = Int32(wire: settings.pairs)
    seats = Int32(wire: settings.seats)
    mode = Mode(settings.mode)
    turnLimitMs = Int32(wire: settings.turnLimit.wholeMilliseconds)
    bonusLimitMs = Int32(wire: settings.bonusLimit.wholeMilliseconds)
    revealMs = Int32(wire: settings.reveal.wholeMilliseconds)
    shuffle = Shuffle(settings.shuffle)
    shuffleEvery = Int32(wire: settings.shuffleEvery)
    rated = settings.isRated
    theme = settings.theme
    audience = Audience(settings.audience)
    spectatorDelayMs = Int32(wire: settings.spectatorDelay.wholeMilliseconds)
    if let day = settings.daily { daily = day.description }
  }

  /// The settings, with defaults for missing fields.
  ///
  /// Whether they can be played is up to the rules. A client's choice may be any number, so that
  /// the rules can report the allowed range.
  func translated(isAsked: Bool = false) throws(WireError) -> MatchSettings {
    let fields = Fields("match_settings")
    let count = isAsked ? Bounds.asked : Bounds.settingsCount
    func milliseconds(_ value: Int32, _ field: String) throws(WireError) -> Duration {
      guard isAsked else { return try fields.milliseconds(true, value, field) }
      return .milliseconds(try fields.integer(true, value, field, in: Bounds.asked))
    }
    var settings = MatchSettings()
    if hasPairs { settings.pairs = try fields.integer(true, pairs, "pairs", in: count) }
    if hasSeats { settings.seats = try fields.integer(true, seats, "seats", in: count) }
    if hasMode { settings.mode = try fields.choice(mode, "mode") }
    if hasTurnLimitMs {
      settings.turnLimit = try milliseconds(turnLimitMs, "turn_limit_ms")
    }
    if hasBonusLimitMs {
      settings.bonusLimit = try milliseconds(bonusLimitMs, "bonus_limit_ms")
    }
    if hasRevealMs { settings.reveal = try milliseconds(revealMs, "reveal_ms") }
    if hasShuffle { settings.shuffle = try fields.choice(shuffle, "shuffle") }
    if hasShuffleEvery {
      settings.shuffleEvery = try fields.integer(true, shuffleEvery, "shuffle_every", in: count)
    }
    if hasRated { settings.isRated = rated }
    if hasTheme { settings.theme = try fields.text(theme, "theme") }
    if hasAudience { settings.audience = try fields.choice(audience, "audience") }
    if hasSpectatorDelayMs {
      settings.spectatorDelay = try milliseconds(spectatorDelayMs, "spectator_delay_ms")
    }
    if hasDaily { settings.daily = try fields.day(daily, "daily") }
    return settings
  }
}
