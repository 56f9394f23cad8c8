// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Testing

@Suite("Properties of every track", .timeLimit(.minutes(1)))
struct TrackPropertyTests {
  private func bits(_ pair: AnimatablePair<Double, Double>) -> [UInt64] {
    [pair.first.bitPattern, pair.second.bitPattern]
  }

  @Test("any order of sampling and any start gives identical bits", arguments: Dice.seeds)
  func purity(seed: UInt64) {
    var dice = Dice(seed: seed)
    let log = dice.log()
    let whole = track(of: log)
    let times = (0..<200).map { _ in dice.number(-6...25) }
    let expected = times.map { bits(whole.value(at: $0)) + bits(whole.velocity(at: $0)) }
    for index in times.indices.shuffled(using: &dice) {
      let again = bits(whole.value(at: times[index])) + bits(whole.velocity(at: times[index]))
      #expect(again == expected[index], "seed \(seed) at \(times[index])")
    }
    // A viewer who has only the log so far sees the same until the next change.
    for (index, change) in log.enumerated() {
      let part = track(of: log[...index])
      let next = index + 1 < log.count ? log[index + 1].time : .infinity
      for time in times where change.time <= time && time < next {
        #expect(bits(part.value(at: time)) == bits(whole.value(at: time)), "seed \(seed)")
      }
    }
  }

  @Test(
    "an animated change never makes a value jump, nor a spring its velocity", arguments: Dice.seeds)
  func continuity(seed: UInt64) {
    var dice = Dice(seed: seed)
    let log = dice.log()
    for (index, change) in log.enumerated() {
      guard let animation = change.animation else { continue }
      let (before, after) = (track(of: log[..<index]), track(of: log[...index]))
      guard before.count < after.count else { continue }
      let (old, new) = (before.value(at: change.time), after.value(at: change.time))
      // An animation without duration is a jump by its own wish.
      guard animation.duration > 0 else { continue }
      #expect(new.first.isClose(to: old.first, within: 1e-12), "seed \(seed) change \(index)")
      #expect(new.second.isClose(to: old.second, within: 1e-12), "seed \(seed) change \(index)")
      guard change.takesOver else { continue }
      let (slow, fast) = (before.velocity(at: change.time), after.velocity(at: change.time))
      #expect(slow.first.isClose(to: fast.first, within: 1e-11), "seed \(seed) change \(index)")
      #expect(slow.second.isClose(to: fast.second, within: 1e-11), "seed \(seed) change \(index)")
    }
  }

  @Test(
    "the velocity is the change of the value, wherever that changes smoothly", arguments: Dice.seeds
  )
  func derivative(seed: UInt64) {
    var dice = Dice(seed: seed)
    let track = track(of: dice.log())
    let step = 1e-6
    var agreeing = 0
    for _ in 0..<200 {
      let time = dice.number(-6...25)
      let slope = (track.value(at: time + step) - track.value(at: time - step))
        .scaled(by: 1 / (2 * step))
      let velocity = track.velocity(at: time)
      if velocity.first.isClose(to: slope.first, within: 1e-3) { agreeing += 1 }
    }
    // A sample may hit a switch, the end of a leg or the steep part of a circle.
    #expect(agreeing >= 190, "seed \(seed)")
  }

  @Test("a finished track is exactly its model", arguments: Dice.seeds)
  func rest(seed: UInt64) {
    var dice = Dice(seed: seed)
    let track = track(of: dice.log())
    let rest = track.restTime(after: 1000)
    #expect(rest.isFinite, "seed \(seed)")
    #expect(track.value(at: rest.nextUp) == track.model, "seed \(seed)")
    #expect(track.velocity(at: rest.nextUp) == .zero, "seed \(seed)")
  }

  @Test("the end of a long log costs no more than that of a short one")
  func longLog() {
    var track = Track(0.0)
    for index in 0..<100_000 {
      track.change(to: Double(index), at: Double(index), animation: .linear(duration: 1.5))
    }
    var short = Track(99_989.0)
    for index in 99_990..<100_000 {
      short.change(to: Double(index), at: Double(index), animation: .linear(duration: 1.5))
    }
    for time in stride(from: 99_995.0, to: 100_005, by: 0.125) {
      #expect(track.value(at: time) == short.value(at: time))
    }
  }
}
