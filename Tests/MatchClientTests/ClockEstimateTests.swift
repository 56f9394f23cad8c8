// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Testing

@Suite("Clock estimate", .timeLimit(.minutes(1)))
struct ClockEstimateTests {
  private func estimate(_ t0: Int64, _ t1: Int64, _ t2: Int64, _ t3: Int64) -> ClockEstimate {
    ClockEstimate(
      sent: LocalTime(microseconds: t0), serverReceived: ServerTime(microseconds: t1),
      serverSent: ServerTime(microseconds: t2), received: LocalTime(microseconds: t3))
  }

  @Test("is exact where both ways take as long")
  func symmetric() {
    let clock = estimate(1000, 501_500, 501_600, 2100)
    #expect(clock.offsetMicroseconds == 500_000)
    #expect(clock.bound == .microseconds(500))
    #expect(clock.serverTime(at: LocalTime(microseconds: 7)) == ServerTime(microseconds: 500_007))
    #expect(clock.localTime(at: ServerTime(microseconds: 500_007)) == LocalTime(microseconds: 7))
  }

  @Test("is off by no more than its bound where they do not", arguments: [0, 300, 1000])
  func asymmetric(there: Int64) {
    // The true offset is half a second, the round trip a millisecond.
    let clock = estimate(0, 500_000 + there, 500_000 + there, 1000)
    let error = clock.offsetMicroseconds - 500_000
    #expect(abs(error) <= clock.bound.wholeMicroseconds)
  }

  @Test("survives whatever stamps a server sends", arguments: [Int64.min, -1, 0, .max])
  func hostile(stamp: Int64) {
    let clock = estimate(0, stamp, stamp, 1)
    _ = clock.serverTime(at: LocalTime(microseconds: .max))
    _ = clock.localTime(at: ServerTime(microseconds: .min)) + clock.bound
    #expect(clock.bound >= .zero)
    _ = estimate(.min, .max, .min, .max)
  }
}
