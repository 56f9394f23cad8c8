// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient
import Testing

@Suite("Simulated clock", .timeLimit(.minutes(1)))
struct SimulatedClockTests {
  private func at(_ seconds: Double) -> ServerTime {
    ServerTime(microseconds: Int64(seconds * 1e6))
  }

  @Test("runs at its own rate from its own origin")
  func rate() {
    var clock = SimulatedClock()
    clock.origin = LocalTime(microseconds: 5_000_000)
    clock.driftPPM = -100_000
    #expect(clock.reading(at: at(10)) == LocalTime(microseconds: 14_000_000))
  }

  @Test("a drawn clock is within 100 ppm and a little wander")
  func drawn() {
    for seed in UInt64(1)...100 {
      let clock = SimulatedClock(seed: seed)
      let passed = clock.reading(at: at(100)) - clock.reading(at: .zero)
      #expect(abs((passed - .seconds(100)).wholeMicroseconds) <= 10_600)
    }
  }

  @Test("counts through sleep almost exactly, and reports its length")
  func sleep() {
    var clock = SimulatedClock()
    clock.sleeps = [.init(from: at(60), to: at(90), error: .milliseconds(300))]
    #expect(clock.isAsleep(at: at(60)) && clock.isAsleep(at: at(89)) && !clock.isAsleep(at: at(90)))
    #expect(clock.reading(at: at(100)) == LocalTime(microseconds: 100_300_000))
    #expect(clock.slept(at: at(59)) == .zero)
    #expect(clock.slept(at: at(91)) == .milliseconds(30_300))
  }

  @Test("predicts when a timer of its machine fires", arguments: 1...50)
  func timers(seed: UInt64) {
    var clock = SimulatedClock(seed: seed)
    clock.sleeps = [.init(from: at(60), to: at(90), error: .milliseconds(-200))]
    clock.steps = [.init(at: at(120), by: .seconds(-2)), .init(at: at(150), by: .seconds(5))]
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      let from = at(random.uniform(0...180))
      let due = clock.reading(at: from) + .microseconds(Int64(random.uniform(0...40e6)))
      let fires = clock.time(of: due, notBefore: from)
      #expect(fires >= from && !clock.isAsleep(at: fires))
      #expect(clock.reading(at: fires) >= due)
      let before = fires + .microseconds(-3)
      #expect(before < from || clock.isAsleep(at: before) || clock.reading(at: before) < due)
    }
  }
}
