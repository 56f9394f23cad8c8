// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import MatchServer

@Suite("The clock step detector", .timeLimit(.minutes(1)))
struct ClockStepDetectorTests {
  @Test("detects steps in both directions, but not normal progress")
  func steps() {
    var watch = ClockStepDetector()
    #expect(watch.beat(wall: .seconds(1_000_000), steady: .zero) == nil)
    #expect(watch.beat(wall: .seconds(1_000_005), steady: .seconds(5)) == nil)
    #expect(watch.beat(wall: .seconds(996_410), steady: .seconds(10)) == .seconds(-3_600))
    #expect(watch.beat(wall: .seconds(996_415), steady: .seconds(15)) == nil)
    #expect(watch.beat(wall: .seconds(1_000_020), steady: .seconds(20)) == .seconds(3_600))
  }

  @Test("ignores gradual adjustments and suspends")
  func small() {
    var watch = ClockStepDetector()
    _ = watch.beat(wall: .zero, steady: .zero)
    #expect(watch.beat(wall: .milliseconds(5_999), steady: .seconds(5)) == nil)
    #expect(watch.beat(wall: .milliseconds(10_001), steady: .seconds(10)) == nil)
    #expect(watch.beat(wall: .seconds(90_000), steady: .seconds(90_000)) == nil)
    #expect(watch.beat(wall: .seconds(90_004), steady: .seconds(90_005)) == .seconds(-1))
  }

  @Test(
    "is reported in plain words",
    arguments: [
      (1, "forward by 1 second:"), (-90, "back by 90 seconds:"), (-3_600, "back by 1 hour:"),
      (5_460, "forward by 1 hour and 31 minutes:"), (-180, "back by 3 minutes:"),
    ])
  func sentences(seconds: Int, words: String) {
    #expect(PeriodicChecks.sentence(for: .seconds(seconds)).contains("was set \(words)"))
  }
}
