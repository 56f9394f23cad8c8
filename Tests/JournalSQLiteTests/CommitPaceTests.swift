// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import JournalSQLite

@Suite("The pace of commits", .timeLimit(.minutes(1)))
struct CommitPaceTests {
  private let start = ContinuousClock.now

  /// The pace after commits of one step each, `interval` apart.
  private func pace(
    every interval: Duration, for time: Duration
  ) -> (pace: CommitPace, end: ContinuousClock.Instant) {
    var pace = CommitPace()
    var now = start
    pace.begin(1, at: now)
    while now < start + time {
      now += interval
      pace.begin(1, at: now)
    }
    return (pace, now)
  }

  @Test("nothing waits at a human pace")
  func calm() {
    #expect(CommitPace().pause(at: start) == .zero)
    let (pace, end) = pace(every: .microseconds(1500), for: .seconds(1))
    #expect(pace.pause(at: end) == .zero)
  }

  @Test("under load a commit begins two milliseconds after the one before")
  func loaded() {
    let (pace, end) = pace(every: .microseconds(500), for: .seconds(1))
    #expect(pace.pause(at: end) == .milliseconds(2))
    #expect(pace.pause(at: end + .microseconds(1500)) == .microseconds(500))
    #expect(pace.pause(at: end + .milliseconds(5)) == .zero, "A slow disk is pause enough.")
  }

  @Test("large groups are load, too, and a rest ends it")
  func rest() {
    var pace = CommitPace()
    for number in 0...20 { pace.begin(32, at: start + .milliseconds(10) * number) }
    let end = start + .milliseconds(200)
    #expect(pace.pause(at: end) == .milliseconds(2))
    pace.begin(1, at: end + .seconds(1))
    #expect(pace.pause(at: end + .seconds(1)) == .zero)
  }
}
