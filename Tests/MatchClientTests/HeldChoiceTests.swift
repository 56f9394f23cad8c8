// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import MatchClient

@Suite("A choice held back", .timeLimit(.minutes(1)))
struct HeldChoiceTests {
  private let now = LocalTime(microseconds: 1_000_000)
  private let card = CardID(generation: 1, slot: 2)
  private var held = HeldChoice()

  @Test("until a time is removed once that has come")
  mutating func timed() {
    held.hold(card, until: now)
    #expect(held.holds(card) && !held.holds(CardID(generation: 1, slot: 3)))
    #expect(held.due == now)
    #expect(held.removeUntimed() == nil)
    #expect(held.removeDue(at: LocalTime(microseconds: 999_999)) == nil)
    #expect(held.removeDue(at: now) == card)
    #expect(held.removeDue(at: now) == nil)
    #expect(!held.holds(card))
  }

  @Test("until an answer is removed by that, or withdrawn")
  mutating func untimed() {
    held.hold(card, until: nil)
    #expect(held.due == nil)
    #expect(held.removeDue(at: now) == nil)
    #expect(held.removeUntimed() == card)
    #expect(held.removeUntimed() == nil)
    held.hold(card, until: nil)
    #expect(held.remove() == card)
    #expect(held.remove() == nil)
  }
}
