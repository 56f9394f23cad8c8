// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Testing

@Suite("Springs", .timeLimit(.minutes(1)))
struct SpringTests {
  @Test("two steps of a spring are one of both", arguments: Dice.seeds)
  func semigroup(seed: UInt64) {
    var dice = Dice(seed: seed)
    for _ in 0..<100 {
      let spring = dice.spring()
      let (first, second) = (dice.number(0...1), dice.number(0...1))
      let (start, push, target) = (dice.number(-2...2), dice.number(-5...5), dice.number(-2...2))
      var (inTwo, inOne) = ((value: start, velocity: push), (value: start, velocity: push))
      for step in [first, second] {
        spring.update(
          value: &inTwo.value, velocity: &inTwo.velocity, target: target, deltaTime: step)
      }
      spring.update(
        value: &inOne.value, velocity: &inOne.velocity, target: target, deltaTime: first + second)
      #expect(inTwo.value.isClose(to: inOne.value, within: 1e-12), "seed \(seed)")
      #expect(inTwo.velocity.isClose(to: inOne.velocity, within: 1e-11), "seed \(seed)")
    }
  }

  @Test("springs are continuous around critical damping", arguments: [0.01, 0.1, 0.5, 2, 20])
  func critical(time: Double) {
    let critical = Spring(response: 0.5, dampingRatio: 1)
    for distance in [1e-15, 1e-12, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4] {
      for ratio in [1 - distance, 1 + distance] {
        let spring = Spring(response: 0.5, dampingRatio: ratio)
        let (value, expected) = (
          spring.value(target: 1, initialVelocity: -3, time: time),
          critical.value(target: 1, initialVelocity: -3, time: time)
        )
        #expect(abs(value - expected) <= 3 * distance + 1e-14, "ratio \(ratio)")
        let (velocity, expectedVelocity) = (
          spring.velocity(target: 1, initialVelocity: -3, time: time),
          critical.velocity(target: 1, initialVelocity: -3, time: time)
        )
        #expect(abs(velocity - expectedVelocity) <= 50 * distance + 1e-12, "ratio \(ratio)")
      }
    }
  }

  @Test("the velocity is the change of the value", arguments: Dice.seeds)
  func derivative(seed: UInt64) {
    var dice = Dice(seed: seed)
    for _ in 0..<100 {
      let (spring, time, step) = (dice.spring(), dice.number(0.01...2), 1e-5)
      let push = dice.number(-3...3)
      func value(_ time: Double) -> Double {
        spring.value(target: 1, initialVelocity: push, time: time)
      }
      let slope = (value(time + step) - value(time - step)) / (2 * step)
      let velocity = spring.velocity(target: 1, initialVelocity: push, time: time)
      #expect(velocity.isClose(to: slope, within: 1e-4), "seed \(seed)")
    }
  }

  @Test("parameters are returned as given")
  func parameters() {
    let spring = Spring(mass: 2, stiffness: 300, damping: 20)
    #expect(spring.mass == 2)
    #expect(spring.stiffness.isClose(to: 300))
    #expect(spring.damping.isClose(to: 20))
    for bounce in [-0.9, -0.3, 0, 0.3, 1] {
      #expect(Spring(duration: 0.7, bounce: bounce).bounce.isClose(to: bounce))
      #expect(Spring(duration: 0.7, bounce: bounce).duration.isClose(to: 0.7))
    }
    #expect(Spring.smooth.dampingRatio == 1)
    #expect(Spring.snappy.dampingRatio.isClose(to: 0.85))
    #expect(Spring.bouncy(extraBounce: 0.1).dampingRatio.isClose(to: 0.6))
  }

  @Test("overdamping is applied only if allowed")
  func overDamping() {
    #expect(Spring(stiffness: 100, damping: 30).dampingRatio == 1)
    let meant = Spring(stiffness: 100, damping: 30, allowOverDamping: true)
    #expect(meant.dampingRatio.isClose(to: 1.5))
  }

  @Test(
    "a spring is within its threshold from the settling time on, not before", arguments: Dice.seeds)
  func settling(seed: UInt64) {
    var dice = Dice(seed: seed)
    for _ in 0..<40 {
      let spring = dice.spring()
      let target = AnimatablePair(dice.number(-1...1), dice.number(-1...1))
      let push = AnimatablePair(dice.number(-9...9), dice.number(-9...9))
      let epsilon = dice.pick([1e-6, 0.001, 0.1, 0.5])
      let time = spring.settlingDuration(
        target: target, initialVelocity: push, epsilon: epsilon)
      func distance(_ time: Double) -> Double {
        let value = spring.value(target: target, initialVelocity: push, time: time)
        return (value - target).magnitudeSquared.squareRoot()
      }
      for step in 0...200 {
        let later = time + Double(step) / 100
        #expect(distance(later) <= epsilon * (1 + 1e-9), "seed \(seed): \(spring) \(later)")
      }
      if time > 0 {
        #expect(distance(time).isClose(to: epsilon, within: 1e-9), "seed \(seed): \(spring)")
      } else {
        #expect(distance(0) <= epsilon, "seed \(seed)")
      }
    }
  }

  @Test("a spring can be made to settle in a given time", arguments: [0.2, 0.7, 1, 1.3, 5])
  func settlingParameter(ratio: Double) {
    let spring = Spring(settlingDuration: 1.7, dampingRatio: ratio)
    #expect(spring.settlingDuration.isClose(to: 1.7))
    #expect(spring.dampingRatio == ratio)
  }

  @Test("without damping a spring never settles, unless it has no way to go")
  func undamped() {
    let spring = Spring(duration: 0.5, bounce: 1)
    #expect(spring.settlingDuration == .infinity)
    #expect(spring.settlingDuration(target: 0.0, epsilon: 0.001) == 0)
    #expect(spring.settlingDuration(target: 0.0005, epsilon: 0.001) == 0)
    #expect(Spring.smooth.settlingDuration(target: 1.0, epsilon: 0) == .infinity)
    #expect(Spring(settlingDuration: 1, dampingRatio: 0).response.isClose(to: 0.5))
  }
}
