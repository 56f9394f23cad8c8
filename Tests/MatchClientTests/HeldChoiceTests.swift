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

  @Test(
    "that the server refused as too early is held as long as it says, within limits",
    arguments: [("180000", 180), ("0", 50), ("1000000", 1000), ("1000001", nil), ("soon", nil)])
  mutating func refused(wait: String, milliseconds: Int?) {
    let refusal = Refusal(.playTooEarly, [Refusal.Fact("wait_us", wait)])
    let isHeld = held.holdAgain(card, after: refusal, at: now)
    #expect(isHeld == (milliseconds != nil))
    #expect(held.due == milliseconds.map { now + .milliseconds($0) })
  }

  @Test("and refused for another reason is not held again, nor beside another choice")
  mutating func refusedForGood() {
    let early = Refusal(.playTooEarly, [Refusal.Fact("wait_us", "1000")])
    let showing = Refusal(.playStillShowing, [Refusal.Fact("wait_us", "1000")])
    let others = [Refusal(.playTooEarly), showing].map { held.holdAgain(card, after: $0, at: now) }
    #expect(others == [false, false])
    held.hold(CardID(generation: 1, slot: 3), until: nil)
    let isHeld = held.holdAgain(card, after: early, at: now)
    #expect(!isHeld && held.due == nil)
  }
}
