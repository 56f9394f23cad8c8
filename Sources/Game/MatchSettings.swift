// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The rules of a match, chosen before it begins and the same for everyone.
///
/// Any combination can be built; `validate()` checks whether it can be played.
public struct MatchSettings: Hashable, Sendable {
  /// Whether and how cards are shuffled during play.
  public enum Shuffle: String, CaseIterable, Hashable, Sendable {
    /// Cards stay where they are.
    case off
    /// Cards move visibly, keep their identity and can be followed.
    case trackable
    /// Cards are gathered and dealt again under new identities.
    case blind
  }

  /// Who may watch.
  public enum Audience: String, CaseIterable, Hashable, Sendable {
    /// The room is listed and anyone may watch.
    case `public`
    /// The room is not listed; anyone with its code may watch.
    case unlisted
    /// Spectators are refused.
    case locked
  }

  /// Pairs on the table, 2...32.
  public var pairs: Int
  /// Seats at the table, 1...8.
  public var seats: Int
  /// Scoring and turn rule.
  public var mode: Mode
  /// The turn limit; zero for none, else 5...120 s.
  public var turnLimit: Duration
  /// How long a card's bonus lasts in `memorize`, 0...30 s.
  public var bonusLimit: Duration
  /// How long a mismatch stays up, 1...4 s.
  public var reveal: Duration
  /// Whether and how cards are shuffled.
  public var shuffle: Shuffle
  /// 0: each seat may shuffle once, in its own turn; 4...32: the cards are shuffled automatically
  /// after this many turns.
  public var shuffleEvery: Int
  /// Whether the result counts for ratings.
  public var isRated: Bool
  /// The theme's name, or `random`.
  public var theme: String
  /// Who may watch.
  public var audience: Audience
  /// The spectator delay, 0...120 s.
  public var spectatorDelay: Duration
  /// The day whose deal is played, by ``daily(_:)``; nil for a deck of the match's own.
  public var daily: Day?

  /// Settings; the defaults are those of a new room.
  public init(
    pairs: Int = 8, seats: Int = 2, mode: Mode = .memorize, turnLimit: Duration = .seconds(30),
    bonusLimit: Duration = .seconds(6), reveal: Duration = .milliseconds(1500),
    shuffle: Shuffle = .trackable, shuffleEvery: Int = 0, isRated: Bool = false,
    theme: String = ThemeName.random, audience: Audience = .public,
    spectatorDelay: Duration = .zero
  ) {
    self.pairs = pairs
    self.seats = seats
    self.mode = mode
    self.turnLimit = turnLimit
    self.bonusLimit = bonusLimit
    self.reveal = reveal
    self.shuffle = shuffle
    self.shuffleEvery = shuffleEvery
    self.isRated = isRated
    self.theme = theme
    self.audience = audience
    self.spectatorDelay = spectatorDelay
  }

  /// Whether others see where the player whose turn it is points: not where it could help anybody.
  public var showsPointing: Bool { !isRated && mode.rules.hasOwnTurns }
}
