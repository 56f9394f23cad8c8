// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Testing

@Suite("Server timeline", .timeLimit(.minutes(1)))
struct ServerTimelineTests {
  private func local(_ milliseconds: Double) -> LocalTime {
    LocalTime(microseconds: Int64(milliseconds * 1000))
  }

  /// An estimate that was corrected after one second by `error` milliseconds: a first exchange with
  /// asymmetric delays, then one that took no time.
  private func corrected(by error: Double, mayStep: Bool = false) throws -> ClockEstimate {
    func time(_ milliseconds: Double) -> ServerTime {
      ServerTime(microseconds: local(milliseconds).microseconds)
    }
    // The middle is off by half of the difference of the ways.
    let (up, down) = error > 0 ? (2 * error, 0.0) : (0.0, -2 * error)
    let first = ClockSample(
      sent: local(0), serverReceived: time(up), serverSent: time(up), received: local(up + down))
    let second = ClockSample(
      sent: local(1000), serverReceived: time(1000), serverSent: time(1000),
      received: local(1000))
    var clock = ClockEstimate(try #require(first), at: local(up + down))
    clock.add(try #require(second), at: local(1000), mayStep: mayStep)
    return clock
  }

  private func error(_ clock: ClockEstimate, at time: Double) -> Double {
    Double(clock.serverTime(at: local(time)).microseconds - local(time).microseconds) / 1000
  }

  @Test(
    "works a difference off without a jump, at two hundredths at most",
    arguments: [-200, -3, 3, 200])
  func slew(first: Double) throws {
    let clock = try corrected(by: first)
    #expect(abs(error(clock, at: 1000) - first) < 0.08)
    var before = clock.serverTime(at: local(1000))
    var largest = 0.0
    for frame in 1...900 {
      let time = 1000 + Double(frame) * 1000 / 60
      let shown = clock.serverTime(at: local(time))
      #expect(shown > before)
      let passed = Double((shown - before).wholeMicroseconds) / 1000
      largest = max(largest, abs(passed - 1000.0 / 60))
      before = shown
    }
    #expect(largest <= 0.34)
    #expect(abs(error(clock, at: 16_000)) < 0.02)
    #expect(clock.timeline.steps == 0)
  }

  @Test("a difference of 200 ms is gone after ten seconds, a third of 3 ms is left after 0.4")
  func pace() throws {
    let far = try corrected(by: 200)
    #expect(abs(error(far, at: 6000) - 100) < 1)
    #expect(abs(error(far, at: 10_600) - 8) < 1)
    let near = try corrected(by: 3)
    #expect(abs(error(near, at: 1400) - 3 / 2.71828) < 0.1)
  }

  @Test("steps beyond a quarter of a second, not below", arguments: [249.0, 251])
  func threshold(ahead: Double) throws {
    let back = try corrected(by: ahead)
    let forth = try corrected(by: -ahead)
    if ahead < 250 {
      #expect(error(back, at: 1000) > 248 && error(forth, at: 1000) < -248)
      #expect(back.timeline.steps == 0)
    } else {
      #expect(abs(error(back, at: 1000)) < 0.1 && abs(error(forth, at: 1000)) < 0.1)
      #expect(back.timeline.steps == 1 && forth.timeline.steps == 0)
    }
  }

  @Test("at the start it follows at once, yet waits rather than go back")
  func atStart() throws {
    let forth = try corrected(by: -100, mayStep: true)
    #expect(abs(error(forth, at: 1000)) < 0.1)
    let back = try corrected(by: 100, mayStep: true)
    let held = back.serverTime(at: local(1000))
    #expect(abs(error(back, at: 1000) - 100) < 0.1)
    #expect(back.serverTime(at: local(1099)) == held)
    #expect(abs(error(back, at: 1101)) < 0.1)
    #expect(back.timeline.steps == 0)
  }

  @Test(
    "a message that leaves when it may is at the server in time, and not half a round trip late",
    arguments: [-200, -3, 0, 3, 200])
  func departure(difference: Double) throws {
    // The second exchange took no time, so the true offset is zero: what leaves arrives at once.
    let clock = try corrected(by: difference)
    for time in stride(from: 1100.0, to: 15_000, by: 37) {
      let wanted = ServerTime(microseconds: local(time).microseconds)
      let leaves = clock.departure(arrivingNotBefore: wanted)
      #expect(leaves.microseconds >= wanted.microseconds)
      guard difference <= 0 else { continue }
      #expect(leaves - local(time) <= .microseconds(Int64(-difference * 1000) + 1500))
    }
  }

  @Test("says at which local time a server's time is reached", arguments: [-200, -3, 0, 3, 200])
  func inverse(difference: Double) throws {
    for mayStep in [false, true] {
      let clock = try corrected(by: difference, mayStep: mayStep)
      for time in stride(from: 800.0, to: 15_000, by: 37) {
        let wanted = ServerTime(microseconds: local(time).microseconds)
        let reached = clock.localTime(at: wanted)
        #expect(clock.serverTime(at: reached) >= wanted, "A timer would be early, and spin.")
        guard reached > local(1000) else { continue }
        #expect(clock.serverTime(at: reached + .microseconds(-6)) < wanted)
      }
    }
  }
}
