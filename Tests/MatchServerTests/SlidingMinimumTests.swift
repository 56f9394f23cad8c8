// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import MatchServer

@Suite("The sliding minimum", .timeLimit(.minutes(1)))
struct SlidingMinimumTests {
  private func time(_ seconds: Double) -> ServerTime {
    ServerTime(microseconds: Int64(seconds * 1_000_000))
  }

  @Test("is the least number of the last minute")
  func least() {
    var minimum = SlidingMinimum()
    #expect(minimum.least(at: time(0)) == nil)
    for (second, value) in [(0.0, 50), (10, 20), (20, 30), (30, 40)] {
      minimum.add(Int64(value), at: time(second))
    }
    #expect(minimum.least(at: time(30)) == 20)
    #expect(minimum.least(at: time(70)) == 20)
    #expect(minimum.least(at: time(70.1)) == 30)
    #expect(minimum.least(at: time(90.1)) == nil)
    minimum.add(-5, at: time(91))
    #expect(minimum.least(at: time(91)) == -5 && minimum.count == 1)
  }

  @Test("keeps at most one number a second")
  func bounded() {
    var minimum = SlidingMinimum()
    for index in 0..<100_000 { minimum.add(Int64(index), at: time(Double(index) / 1000)) }
    #expect(minimum.count <= 61)
    #expect(minimum.least(at: time(100)).map { $0 <= 40_000 } == true)
  }
}
