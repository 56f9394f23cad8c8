// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Testing

@Suite("Schedules", .timeLimit(.minutes(1)))
struct TimelineScheduleTests {
  private func first(_ count: Int, _ schedule: some TimelineSchedule, from start: Double)
    -> [Double]
  {
    Array(schedule.entries(from: start, mode: .normal).prefix(count))
  }

  @Test("periodic entries are multiples of the interval, and do not drift")
  func periodic() {
    #expect(first(3, .periodic(from: 0, by: 1), from: 2.3) == [2, 3, 4])
    #expect(first(2, .periodic(from: 0.5, by: 2), from: -3.25) == [-1.5, 0.5])
    let schedule = PeriodicTimelineSchedule(from: 0, by: 0.1)
    var entries = schedule.entries(from: 0, mode: .normal).makeIterator()
    for index in 0..<10000 { #expect(entries.next() == Double(index) * 0.1) }
    #expect(schedule.next(after: 0.25)?.isClose(to: 0.3) == true)
  }

  @Test("an animation has an entry per frame, none while paused or at low frequency")
  func animation() {
    #expect(first(2, .animation, from: 3) == [3, 3 + 1.0 / 120])
    #expect(first(2, .animation(minimumInterval: 0.5), from: 3) == [3, 3.5])
    #expect(first(2, .animation(paused: true), from: 3).isEmpty)
    #expect(AnimationTimelineSchedule(paused: true).next(after: 3) == nil)
    var low = AnimationTimelineSchedule().entries(from: 0, mode: .lowFrequency)
    #expect(low.next() == nil)
  }

  @Test("explicit entries begin with the one in force")
  func explicit() {
    #expect(first(9, .explicit([3, 1, 2]), from: 2.5) == [2, 3])
    #expect(first(9, .explicit([3, 1, 2]), from: 0) == [1, 2, 3])
    #expect(first(9, .explicit([]), from: 0).isEmpty)
    #expect(ExplicitTimelineSchedule([1, 2]).next(after: 1) == 2)
    #expect(ExplicitTimelineSchedule([1, 2]).next(after: 2) == nil)
  }
}
