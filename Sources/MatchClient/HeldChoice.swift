// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A choice that was made too early, and is held back instead of being refused.
///
/// Fast players press the second card before the first face shows, or before the server has even
/// received the first choice. Where the server refuses one all the same, because the client's estimate was
/// wrong or the match stood still without its knowledge, the choice is held as long as the server says.
struct HeldChoice: Sendable {
  /// The longest wait for which a choice is held again; after a longer one the refusal is reported.
  private static let longestWait = Duration.seconds(1)
  /// The shortest wait before a choice is repeated, so that a wait of zero does not become a busy loop.
  private static let shortestWait = Duration.milliseconds(50)

  private var held: (card: CardID, until: LocalTime?)?

  /// Whether no choice is held back.
  var isEmpty: Bool { held == nil }

  /// When it is to be sent; nil for none, and before that can be known.
  var due: LocalTime? { held?.until }

  /// Whether it is the choice of this card.
  func holds(_ card: CardID) -> Bool { held?.card == card }

  /// Holds the choice of a card until a time; nil: until the previous choice is answered.
  mutating func hold(_ card: CardID, until: LocalTime?) {
    assert(held == nil, "One choice is held back at a time.")
    held = (card, until)
  }

  /// Holds a choice that the server has refused, if that was because it came slightly too early and no other
  /// is held back.
  ///
  /// - Returns: whether it is held.
  mutating func holdAgain(_ card: CardID, after refusal: Refusal, at now: LocalTime) -> Bool {
    guard held == nil, refusal.code == .playTooEarly,
      let wait = refusal.fact("wait_us").flatMap({ Int64($0) }).map({ Duration.microseconds($0) }),
      wait <= Self.longestWait
    else { return false }
    hold(card, until: now + max(wait, Self.shortestWait))
    return true
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
