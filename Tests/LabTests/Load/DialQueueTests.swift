// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient
import Testing

@testable import Lab

@Suite("Dial queue and steady schedule", .timeLimit(.minutes(1)))
struct DialQueueTests {
  @Test("makes a bounded number of attempts at a time, and all of them in order")
  func bounded() {
    let queue = DialQueue(atOnce: 3)
    var begun: [Int] = []
    #expect(queue.isIdle)
    for number in 0..<10 { queue.append { begun.append(number) } }
    #expect(begun == [0, 1, 2] && !queue.isIdle)
    for finished in 1...10 {
      queue.finished()
      #expect(begun.count == min(10, 3 + finished))
      #expect(queue.finishedCount == finished)
    }
    #expect(begun == Array(0..<10) && queue.isIdle)
  }

  @Test("an attempt that fails while it is made, or adds another, is no hindrance")
  func reentrant() {
    let queue = DialQueue(atOnce: 1)
    var begun = 0
    queue.append {
      begun += 1
      queue.append {
        begun += 1
        queue.finished()
      }
      queue.finished()
    }
    #expect(begun == 2 && queue.isIdle)
  }

  @Test("moments lie at a steady rate from a part of their distance on")
  func steady() {
    var schedule = SteadySchedule(
      perSecond: 4, phase: 0.5, from: LocalTime(microseconds: 1_000_000))
    var moments: [Int64] = []
    for _ in 0..<4 {
      moments.append(schedule.next.microseconds)
      schedule.advance()
    }
    #expect(moments == [1_125_000, 1_375_000, 1_625_000, 1_875_000])
  }
}
