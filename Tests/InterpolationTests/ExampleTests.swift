// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Testing

@Suite("The documentation's example", .timeLimit(.minutes(1)))
struct ExampleTests {
  struct Card: Animatable {
    var rotation: Angle
    var lift = 0.0
    var isMatched = false

    var animatableData: AnimatablePair<Double, Double> {
      get { AnimatablePair(rotation.degrees, lift) }
      set { (rotation.degrees, lift) = (newValue.first, newValue.second) }
    }
  }

  @Test("an interrupted card turns back without a jump, and comes to rest")
  func interruptedCard() {
    var card = Track(Card(rotation: .degrees(180)))
    card.change(to: Card(rotation: .degrees(0), lift: 1), at: 10, animation: .bouncy)
    let before = card.value(at: 10.2)
    card.change(to: Card(rotation: .degrees(180)), at: 10.2, animation: .smooth)
    let after = card.value(at: 10.2)
    #expect(after.rotation.degrees.isClose(to: before.rotation.degrees))
    #expect(after.lift.isClose(to: before.lift))
    // The spring keeps its velocity: the card turns a little further before it turns back.
    #expect(card.value(at: 10.21).rotation.degrees < after.rotation.degrees)
    #expect(card.value(at: 10.3).rotation.degrees > after.rotation.degrees)
    let end = card.completion(.removed, at: 10.2)
    #expect((10.7...11.2).contains(end))
    #expect(card.value(at: end).rotation.degrees.isClose(to: 180, within: 0.002))
  }
}
