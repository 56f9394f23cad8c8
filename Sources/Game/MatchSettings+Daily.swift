// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The daily deal: one deck a day for everyone, each player alone at a table.

extension MatchSettings {
  /// The rules of a day's deal, equal for everyone.
  ///
  /// Turns count, and time among equals; so there is no bonus, no turn limit and no shuffle, and every
  /// theme has its day.
  public static func daily(_ day: Day) -> MatchSettings {
    let themes = ThemeName.all
    var settings = MatchSettings(
      pairs: 12, seats: 1, mode: .classic, turnLimit: .zero, shuffle: .off,
      theme: themes[((day.number % themes.count) + themes.count) % themes.count], audience: .locked)
    settings.daily = day
    return settings.asPlayed
  }

  /// The name that the commitments and streams of match `matchID` are bound to: its own, or that of
  /// the day whose deal it is.
  public func dealName(of matchID: String) -> String {
    daily.map { "daily-\($0)" } ?? matchID
  }

  /// Whether nobody owns the table: the server alone says how it is played, once.
  public var isFixed: Bool { isRated || daily != nil }
}
