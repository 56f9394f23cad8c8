// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The rules a match is played by, chosen before it begins and the same for everyone.
///
/// Any combination can be built; `validate()` says whether a match can be played by it.
public struct MatchSettings: Hashable, Sendable {
  /// How scoring works and when a turn passes.
  public enum Mode: String, CaseIterable, Hashable, Sendable {
    /// Stanford's scoring: two points and the cards' bonus seconds a match, minus one for each
    /// card seen before in a mismatch. A match keeps the turn.
    case memorize
    /// One point a pair. A match keeps the turn.
    case classic
    /// One point a pair. The turn passes after a match too.
    case oneFlip
    /// `classic` with ten seconds a turn, whatever the limit says.
    case blitz
    /// No clock, whatever the limit says, and no scores: everyone together against the count that
    /// perfect play expects. Whoever has an idea turns a card, whosever turn it is.
    case zen
  }

  /// Whether and how cards change places during play.
  public enum Shuffle: String, CaseIterable, Hashable, Sendable {
    /// Cards stay where they are.
    case off
    /// Cards move in the open, keep their identity and can be followed.
    case trackable
    /// Cards are gathered and dealt again under new identities.
    case blind
  }

  /// Who may watch.
  public enum Audience: String, CaseIterable, Hashable, Sendable {
    /// The room is listed and anyone may watch.
    case `public`
    /// The room is not listed; who has its code may watch.
    case unlisted
    /// Spectators are refused.
    case locked
  }

  /// Pairs on the table, 2...32.
  public var pairs: Int
  /// Chairs at the table, 1...8.
  public var seats: Int
  /// Scoring and turn rule.
  public var mode: Mode
  /// How long a turn lasts; zero for no limit, else 5...120 s.
  public var turnLimit: Duration
  /// How long a card's bonus lasts in `memorize`, 0...30 s.
  public var bonusLimit: Duration
  /// How long a mismatch stays up for everyone, 1...4 s.
  public var reveal: Duration
  /// Whether and how cards change places.
  public var shuffle: Shuffle
  /// 0: each seat may shuffle once, in its own turn; 4...32: the cards shuffle by themselves
  /// whenever so many turns have passed on.
  public var shuffleEvery: Int
  /// Whether the result counts for ratings.
  public var isRated: Bool
  /// The theme's name, or `random`.
  public var theme: String
  /// Who may watch.
  public var audience: Audience
  /// How long spectators are kept behind, 0...120 s.
  public var spectatorDelay: Duration

  /// Settings with the house's defaults where nothing is said.
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
}
