// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A choice that was made too early, and is held back instead of being refused.
///
/// Fast players press the second card before the first face shows, or before the server has even
/// received the first choice.
struct HeldChoice: Sendable {
  private var held: (card: CardID, until: LocalTime?)?

  /// When it is to be sent; nil for none, and before that can be known.
  var due: LocalTime? { held?.until }

  /// Whether it is the choice of this card.
  func holds(_ card: CardID) -> Bool { held?.card == card }

  /// Holds the choice of a card until a time; nil: until the previous choice is answered.
  mutating func hold(_ card: CardID, until: LocalTime?) {
    assert(held == nil, "One choice is held back at a time.")
    held = (card, until)
  }

  /// Forgets until when the choice is held: the time was another server's.
  mutating func untime() { held?.until = nil }

  /// Removes and returns the choice, if one is held.
  mutating func remove() -> CardID? {
    defer { held = nil }
    return held?.card
  }

  /// Removes and returns the choice if it is due by `now`.
  mutating func removeDue(at now: LocalTime) -> CardID? {
    guard let due, due <= now else { return nil }
    return remove()
  }

  /// Removes and returns the choice if it is held without a time.
  mutating func removeUntimed() -> CardID? {
    guard held != nil, due == nil else { return nil }
    return remove()
  }
}
