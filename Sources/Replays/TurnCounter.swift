// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// One seat's turn, with one card or two.
package struct CountedTurn: Hashable, Sendable {
  /// What a perfect memory would have done in place of a mismatch.
  package enum Miss: Hashable, Sendable {
    /// Turned the mate of the first card.
    case mate(ShownCards.Showing)
    /// Turned two other cards.
    case pair(ShownCards.Showing, ShownCards.Showing)
  }

  /// The seat.
  package internal(set) var seat: SeatIndex
  /// The cards that were turned: 1 or 2.
  var cards = 1
  /// The face of both cards if they match; else nil.
  var found: Face?
  /// How many cards had been shown since the first card's mate was; nil if the mate had never been
  /// shown, or only one card was turned.
  var distance: Int?
  /// Whether the second card was a guess: its face was not known, and could not be concluded.
  var isGuess = false
  /// What a perfect memory would have done; nil for nothing better.
  package internal(set) var miss: Miss?
}

/// Follows a match's events and returns each turn in which a card was turned, once its cards
/// settle.
package struct TurnCounter: Sendable {
  /// What has been shown.
  package private(set) var shown = ShownCards()
  /// The turn whose cards are face up; nil for none.
  package private(set) var turn: CountedTurn?
  /// What had been shown before the turn, and by its first card.
  private var known: (pair: CountedTurn.Miss?, mate: ShownCards.Showing?) = (nil, nil)

  /// Follows a match from its beginning.
  package init() {}

  /// Follows an event; O(n) in the cards of a deal.
  package mutating func read(_ event: Event) -> CountedTurn? {
    defer { shown.read(event) }
    switch event {
    case .flipped(let flip): turnUp(flip)
    case .settled, .ended:
      defer { turn = nil }
      return turn
    default: break
    }
    return nil
  }

  private mutating func turnUp(_ flip: Event.Flipped) {
    guard turn != nil else {
      let mate = shown.mate(of: flip.card, flip.face)
      known = (mate == nil ? shown.pair.map { .pair($0.first, $0.second) } : nil, mate)
      turn = CountedTurn(seat: flip.seat)
      return
    }
    // In zen, another player may turn the second card, and then the turn counts as theirs.
    turn?.seat = flip.seat
    turn?.cards = 2
    turn?.found = flip.outcome == .match ? flip.face : nil
    // The first card is the last one that was shown.
    turn?.distance = known.mate.map { shown.total - $0.index - 2 }
    turn?.isGuess = known.mate == nil && !shown.isComplete
    if flip.outcome == .mismatch { turn?.miss = known.mate.map { .mate($0) } ?? known.pair }
  }
}
