// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The tables that strangers meet at: one board for each number of seats, so that whoever asks for the
// same finds the same, and ratings compare like with like.

extension MatchSettings.Mode {
  /// The modes in which there are ratings: in `zen` everyone plays together.
  public static var rated: [Self] { accepted.filter { $0 != .zen } }
}

extension MatchSettings {
  /// The rules of a quick match.
  ///
  /// There are at least four pairs a seat: with fewer, where one sits decides too much. A rated one has
  /// a limit to each turn, and keeps viewers behind by more than that, so that nobody who watches can
  /// help who plays.
  ///
  /// - Parameters:
  ///   - mode: how it is scored; `zen` has no winner and is never rated.
  ///   - seats: 2...8; rated 2...5, and up to 8 in `oneFlip`, where the seat decides least.
  ///   - isRated: whether it counts for ratings.
  /// - Returns: the rules.
  /// - Throws: `settings/out_of_range` with the facts `field`, `value` and `allowed`.
  public static func quick(
    mode: Mode, seats: Int, isRated: Bool
  ) throws(Refusal) -> MatchSettings {
    if isRated, !Mode.rated.contains(mode) {
      throw .outOfRange(
        "mode", value: mode.rawValue,
        allowed: Mode.rated.map { $0.rawValue }.joined(separator: ", "))
    }
    let most = isRated && mode != .oneFlip ? 5 : SeatIndex.limit
    guard (2...most).contains(seats) else {
      throw .outOfRange("seats", value: "\(seats)", allowed: "2...\(most)")
    }
    var settings = MatchSettings(pairs: quickPairs[seats - 2], seats: seats, mode: mode)
    if isRated {
      settings.isRated = true
      settings.turnLimit = .seconds(25)
      settings.spectatorDelay = .seconds(30)
    }
    return settings.asPlayed
  }

  /// Pairs by seats, from 2 on: boards without gaps.
  private static let quickPairs = [12, 12, 18, 20, 24, 28, 32]
}
