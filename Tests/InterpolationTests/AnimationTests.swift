// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Interpolation
import Testing

@Suite("Animations", .timeLimit(.minutes(1)))
struct AnimationTests {
  @Test("an animation survives encoding and decoding, bit for bit", arguments: Dice.seeds)
  func coding(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    for _ in 0..<20 {
      let animation = dice.pick([
        dice.animation(), dice.animation().repeatForever().delay(0.1),
        dice.animation().logicallyComplete(after: 0.01),
      ])
      let data = try JSONEncoder().encode(animation)
      let read = try JSONDecoder().decode(Animation.self, from: data)
      #expect(read == animation, "seed \(seed)")
      #expect(read.hashValue == animation.hashValue)
    }
  }

  @Test("decoded parameters are clamped like those of calls")
  func decoding() throws {
    let text = """
      {"base":{"curve":{"_0":{"cubic":{"x1":-4,"y1":0,"x2":9,"y2":1}},"duration":-3}},\
      "modifiers":[{"delay":{"_0":-1}},{"repeatCount":{"_0":-2,"autoreverses":true}}]}
      """
    let read = try JSONDecoder().decode(Animation.self, from: Data(text.utf8))
    let called = Animation.timingCurve(.timingCurve(-4, 0, 9, 1), duration: -3).delay(-1)
      .repeatCount(-2)
    #expect(read == called)
    #expect(read.duration == 0)
  }

  @Test(
    "durations count from outside all modifiers",
    arguments: [
      (Animation.linear(duration: 2), 2, 2),
      (.linear(duration: 2).delay(1), 3, 3),
      (.linear(duration: 2).speed(4).delay(1), 1.5, 1.5),
      (.linear(duration: 2).delay(1).speed(2), 1.5, 1.5),
      (.linear(duration: 2).delay(1).repeatCount(3), 9, 9),
      (.linear(duration: 2).repeatCount(3).delay(1).speed(0.5), 14, 14),
      (.linear(duration: 2).repeatForever().delay(1), .infinity, .infinity),
      (.linear(duration: 2).speed(0), .infinity, .infinity),
      (.linear(duration: 0).repeatForever(), 0, 0),
      (.linear(duration: 2).repeatCount(0), 0, 0),
      (.linear(duration: 2).logicallyComplete(after: 0.5).delay(1), 3, 1.5),
      (.linear(duration: 2).logicallyComplete(after: 0.5).speed(0.5), 4, 1),
      (.linear(duration: 2).logicallyComplete(after: 5), 2, 2),
      (.linear(duration: 2).logicallyComplete(after: 0.5).repeatCount(2), 4, 4),
      (.spring(duration: 0.5).delay(1), 1.734771698, 1.5),
      (.spring(duration: 0.5).repeatCount(2), 1.469543396, 1.4695433964),
      (.interpolatingSpring(mass: 4, stiffness: 100, damping: 40), 1.846683, 0.4 * .pi),
    ])
  func durations(animation: Animation, removed: Double, logical: Double) {
    let (duration, logicalDuration) = (animation.duration, animation.logicalDuration)
    #expect(duration == removed || duration.isClose(to: removed, within: 1e-6))
    #expect(logicalDuration == logical || logicalDuration.isClose(to: logical))
  }

  @Test("a spring that combines never has more damping than critical")
  func clamping() {
    let creeping = Spring(duration: 0.5, bounce: -0.5)
    #expect(
      Animation.interpolatingSpring(creeping)
        == .interpolatingSpring(Spring(duration: 0.5, bounce: 0)))
    #expect(Animation.spring(creeping) != .spring(Spring(duration: 0.5, bounce: 0)))
  }

  @Test("named animations have their documented parameters")
  func names() {
    #expect(Animation.default == .spring(response: 0.55, dampingFraction: 1))
    #expect(Animation.spring == .smooth)
    #expect(Animation.snappy == .spring(duration: 0.5, bounce: 0.15))
    #expect(Animation.bouncy == .spring(duration: 0.5, bounce: 0.3))
    #expect(Animation.bouncy(duration: 1, extraBounce: 0.1) == .spring(duration: 1, bounce: 0.4))
    #expect(Animation.interactiveSpring == .spring(response: 0.15, dampingFraction: 0.86))
    #expect(Animation.easeInOut == .timingCurve(0.42, 0, 0.58, 1, duration: 0.35))
    #expect(Animation.interpolatingSpring == .interpolatingSpring(duration: 0.5, bounce: 0))
  }

  @Test(
    "the outermost modifier sees the clock first",
    arguments: [
      (Animation.linear(duration: 1).speed(2).delay(0.5), 0.75, 0.5, 2),
      (.linear(duration: 1).delay(0.5).speed(2), 0.5, 0.5, 2),
      (.linear(duration: 1).delay(0.5).repeatCount(2), 1.75, 1, 0),
      (.linear(duration: 1).delay(0.5).repeatCount(2), 2.25, 0.75, -1),
      (.linear(duration: 1).repeatCount(2).repeatCount(2, autoreverses: false), 2.25, 0.25, 1),
      (.linear(duration: 1).repeatCount(2).repeatCount(2), 2.25, 0.75, -1),
      (.linear(duration: 1).repeatCount(2).repeatCount(2), 3.25, 0.25, 1),
      (.linear(duration: 1).repeatForever().speed(-1), 7, 0, 0),
    ])
  func nesting(animation: Animation, time: Double, value: Double, velocity: Double) throws {
    let progress = try #require(animation.progress(at: time))
    #expect(progress.value.isClose(to: value))
    #expect(progress.velocity.isClose(to: velocity))
  }

  @Test("a loop keeps its phase for ever")
  func phase() throws {
    let loop = Animation.easeIn(duration: 0.7).repeatForever(autoreverses: false)
    // 0.75 is a binary fraction, so remainders are exact even at large times; 0.7 is not.
    let exact = Animation.linear(duration: 0.75).repeatForever(autoreverses: false)
    for turns in [0.0, 1, 10, 1e6, 1e9] {
      let progress = try #require(exact.progress(at: turns * 0.75 + 0.1875))
      #expect(progress.value == 0.25)
    }
    let late = try #require(loop.progress(at: 1e9))
    #expect((0...1).contains(late.value))
  }

  @Test("an animation lives until its duration, and not after")
  func end() {
    let animation = Animation.linear(duration: 2)
    #expect(animation.progress(at: 2)?.value == 1)
    #expect(animation.progress(at: 2.0.nextUp) == nil)
    #expect(animation.progress(at: -1)?.value == 0)
    #expect(animation.animate(interval: 8.0, elapsed: 0.5) == 2)
    #expect(animation.velocity(interval: 8.0, elapsed: 0.5) == 4)
    #expect(animation.animate(interval: 8.0, elapsed: 3) == nil)
    #expect(Animation.linear(duration: 0).progress(at: 0) == nil)
  }
}
