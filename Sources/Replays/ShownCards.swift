// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// What a perfect memory knows of the cards on the table: which have been shown, and when.
///
/// It is the same for everyone at the table, because every card is turned for everyone.
package struct ShownCards: Hashable, Sendable {
  /// A card on the table that has been shown.
  package struct Showing: Hashable, Sendable {
    /// The card.
    package let card: CardID
    /// Its face.
    package let face: Face
    /// When it was shown last.
    package let at: ServerTime
    /// How many cards had been shown in the match before it.
    let index: Int
  }

  /// The cards on the table that have been shown, in the order in which they were shown last; at
  /// most all of a deal's.
  package private(set) var showings: [Showing] = []
  /// How many cards have been shown in the match, the same one counted each time.
  package private(set) var total = 0
  /// The cards on the table; nil if they were not seen to be dealt.
  private var count: Int?

  /// Nothing has been shown.
  package init() {}

  /// How recently a card was shown, from 1 to 4, by the cards shown since; 0 if it was not.
  package func warmth(of card: CardID) -> Int {
    guard let shown = showings.last(where: { $0.card == card }) else { return 0 }
    return switch total - shown.index - 1 {
    case ...3: 4
    case ...7: 3
    case ...15: 2
    default: 1
    }
  }

  /// Whether the face of every card is known, so that nothing is left to guess: all cards but one
  /// have been shown, or all.
  var isComplete: Bool { count.map { $0 - showings.count <= 1 } ?? false }

  /// The mate of a card with a face; nil if it has not been shown.
  func mate(of card: CardID, _ face: Face) -> Showing? {
    showings.first { $0.face == face && $0.card != card }
  }

  /// The pair whose cards have both been shown, the one that has been known for longest; nil for none.
  package var pair: (first: Showing, second: Showing)? {
    for second in showings {
      let first = showings.first { $0.face == second.face && $0.index < second.index }
      if let first { return (first, second) }
    }
    return nil
  }

  /// Follows an event; O(n) in the cards of a deal.
  package mutating func read(_ event: Event) {
    switch event {
    case .dealt(let dealt):
      self = ShownCards()
      count = dealt.slots.count
    case .shuffled(let shuffled) where shuffled.redealt != nil: showings = []
    case .flipped(let flip):
      showings.removeAll { $0.card == flip.card }
      // A file may turn cards that no deal has.
      if showings.count >= CardID.slotsPerGeneration { showings.removeFirst() }
      showings.append(Showing(card: flip.card, face: flip.face, at: flip.revealAt, index: total))
      total += 1
    case .settled(let settled):
      showings.removeAll { settled.cleared.contains($0.card) }
      count = count.map { $0 - settled.cleared.count }
    default: break
    }
  }
}
