// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import MatchFixtures

/// Random numbers, animations and tracks from a seed, which every property test names when it
/// fails.
struct Dice: RandomNumberGenerator {
  private var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  /// The seeds that property tests run.
  static let seeds = Array<UInt64>(1...40)

  mutating func next() -> UInt64 { numbers.next() }

  mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

  mutating func pick<Item>(_ items: [Item]) -> Item {
    items[Int.random(in: items.indices, using: &self)]
  }

  mutating func spring() -> Spring {
    Spring(
      response: number(0.1...2), dampingRatio: pick([number(0.1...1), 1, number(1...4)]))
  }

  mutating func curve() -> UnitCurve {
    pick([
      .linear, .easeIn, .easeOut, .easeInOut, .circularEaseIn, .circularEaseOut,
      .circularEaseInOut,
      .timingCurve(number(0...1), number(-1...2), number(0...1), number(-1...2)),
    ])
  }

  /// Any animation that ends; the modifiers up to three deep.
  mutating func animation() -> Animation {
    var animation = pick([
      Animation.timingCurve(curve(), duration: number(0.05...2)), .spring(spring()),
      .interpolatingSpring(spring(), initialVelocity: number(-3...3)),
    ])
    for _ in 0..<pick([0, 0, 1, 3]) {
      animation = pick([
        animation.delay(number(0...0.5)), animation.speed(number(0.5...3)),
        animation.repeatCount(pick([1, 2, 3]), autoreverses: pick([true, false])),
      ])
    }
    return animation
  }

  /// A change: when, to what, and how.
  struct Change {
    let time: Double
    let target: AnimatablePair<Double, Double>
    let animation: Animation?
    /// Whether the animation is a spring that takes over place and velocity.
    let takesOver: Bool
  }

  /// Up to fifteen changes in the order of time, some of them at one time, some not animated.
  mutating func log() -> [Change] {
    var time = number(-5...5)
    return (0..<pick([1, 5, 15])).map { _ in
      time += pick([0, 0.01, number(0...0.3), number(0...2)])
      let target = AnimatablePair(number(-5...5), number(-200...200))
      let takesOver = pick([true, false])
      let other = pick([nil, animation(), animation()])
      return Change(
        time: time, target: target, animation: takesOver ? .spring(spring()) : other,
        takesOver: takesOver)
    }
  }
}

/// The track of `log`, built in its order.
func track(of log: some Sequence<Dice.Change>) -> Track<AnimatablePair<Double, Double>> {
  var track = Track(AnimatablePair(0.0, 0.0))
  for change in log {
    track.change(to: change.target, at: change.time, animation: change.animation)
  }
  return track
}
