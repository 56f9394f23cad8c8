// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension MatchView {
  /// Counters of the turns since the deal, for the rules.
  public struct Tally: Hashable, Sendable {
    /// Turns in which cards were turned; the result of cooperative play.
    public var taken = 0
    /// Turns passed since the cards were last dealt or shuffled; a turn kept by a match continues.
    public var sinceShuffle = 0
    /// Consecutive passed turns that turned no unseen card.
    public var quiet = 0
    /// Turns left until the stalemate; nil unless one was announced.
    public var untilStalemate: Int?

    /// All zero.
    public init() {}

    /// A match was found or an unseen card turned: there is no stalemate.
    mutating func hearNews() {
      quiet = 0
      untilStalemate = nil
    }

    /// Counts a passed turn.
    mutating func passOn(isQuiet: Bool) {
      sinceShuffle += 1
      guard isQuiet else { return }
      quiet += 1
      untilStalemate = untilStalemate.map { max($0 - 1, 0) }
    }
  }

  /// Ends the current turn and updates the counters; no further card will be turned in it.
  mutating func countPassedTurn() {
    tally.passOn(isQuiet: faceUp.allSatisfy { card($0)?.isSeen ?? true })
  }
}
