// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Server time", .timeLimit(.minutes(1)))
struct ServerTimeTests {
  private static let first = ServerTime(microseconds: .min)
  private static let last = ServerTime(microseconds: .max)

  @Test("adds and subtracts whole microseconds")
  func arithmetic() {
    let time = ServerTime(microseconds: 1_000)
    #expect(time + .milliseconds(1) == ServerTime(microseconds: 2_000))
    #expect(time - .nanoseconds(1_999) == ServerTime(microseconds: 999))
    #expect(time - .milliseconds(2) == ServerTime(microseconds: -1_000))
    #expect(time - ServerTime(microseconds: 3_000) == .milliseconds(-2))
  }

  @Test(
    "stops at the ends of the scale",
    arguments: [
      (last + .seconds(1), last), (first - .seconds(1), first),
      (.zero + .microseconds(Int64.min), first),
      (.zero - .microseconds(Int64.min), last),
      (.zero - .microseconds(Int64.max), first + .microseconds(1)),
      (last + .seconds(Int64.max), last), (first + .seconds(Int64.min), first),
    ])
  func saturates(result: ServerTime, end: ServerTime) {
    #expect(result == end)
  }

  @Test("measures no further than the longest duration")
  func difference() {
    #expect((Self.last - Self.first).wholeMicroseconds == .max)
    #expect((Self.first - Self.last).wholeMicroseconds == .min)
  }

  @Test(
    "counts a duration in whole units towards zero",
    arguments: [
      (Duration.nanoseconds(1_999_999), 1_999, 1), (.nanoseconds(-1_999_999), -1_999, -1),
      (.seconds(2), 2_000_000, 2_000),
    ])
  func whole(duration: Duration, microseconds: Int64, milliseconds: Int64) {
    #expect(duration.wholeMicroseconds == microseconds)
    #expect(duration.wholeMilliseconds == milliseconds)
  }
}
