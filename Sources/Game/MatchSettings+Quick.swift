// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Quick match: one board for each number of seats, so that players who ask for the same meet, and
// ratings are comparable.

extension MatchSettings.Mode {
  /// The modes with ratings.
  public static var rated: [Self] { accepted.filter { $0.rules.isRatable } }
}

extension MatchSettings {
  /// The settings of a quick match.
  ///
  /// There are at least four pairs per seat: with fewer, the seating order decides too much. A
  /// rated match has a turn limit, and a spectator delay longer than that, so that no spectator can
  /// help a player.
  ///
  /// - Parameters:
  ///   - mode: how it is scored.
  ///   - seats: 2...8 of those that the mode takes; rated 2...``ModeRules/mostRatedSeats``.
  ///   - isRated: whether it counts for ratings.
  /// - Returns: the settings.
  /// - Throws: `settings/out_of_range` with the facts `field`, `value` and `allowed`.
  public static func quick(
    mode: Mode, seats: Int, isRated: Bool
  ) throws(Refusal) -> MatchSettings {
    if isRated, !mode.rules.isRatable {
      throw .outOfRange(
        "mode", value: mode.rawValue,
        allowed: Mode.rated.map { $0.rawValue }.joined(separator: ", "))
    }
    let most = isRated ? mode.rules.mostRatedSeats : SeatIndex.limit
    try mode.rules.check(seats: seats, among: 2...most)
    var settings = MatchSettings(pairs: quickPairs[seats - 2], seats: seats, mode: mode)
    if isRated {
      settings.isRated = true
      settings.turnLimit = .seconds(25)
      settings.spectatorDelay = .seconds(30)
    }
    return settings.asPlayed
  }

  /// Pairs by number of seats, from 2: boards without gaps.
  private static let quickPairs = [12, 12, 18, 20, 24, 28, 32]
}
