// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension MatchView {
  /// What the rules count of the turns since the deal.
  public struct Tally: Hashable, Sendable {
    /// Turns in which cards were turned: what `zen` is measured by.
    public var taken = 0
    /// Turns that passed on since the cards were dealt or shuffled last; one that a match has kept
    /// is still the same.
    public var sinceShuffle = 0
    /// Turns in a row that passed on and turned no card that had not been seen.
    public var quiet = 0
    /// Turns that are left until the remaining pairs are void; nil while nothing was announced.
    public var untilStalemate: Int?

    /// Nothing counted.
    public init() {}

    /// A match was found, or a card turned that nobody had seen: the play goes on.
    mutating func hearNews() {
      quiet = 0
      untilStalemate = nil
    }

    /// A turn passes on.
    mutating func passOn(isQuiet: Bool) {
      sinceShuffle += 1
      guard isQuiet else { return }
      quiet += 1
      untilStalemate = untilStalemate.map { max($0 - 1, 0) }
    }
  }

  /// A turn of which the cards that are up are all there will be passes on.
  mutating func countPassedTurn() {
    tally.passOn(isQuiet: faceUp.allSatisfy { card($0)?.isSeen ?? true })
  }
}
