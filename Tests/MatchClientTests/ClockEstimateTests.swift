// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Testing

@Suite("Clock estimate", .timeLimit(.minutes(1)))
struct ClockEstimateTests {
  private func local(_ milliseconds: Double) -> LocalTime {
    LocalTime(microseconds: Int64(milliseconds * 1000))
  }

  /// An exchange begun at `sent`, with the server's clock `offset` ahead, in milliseconds.
  private func sample(
    _ sent: Double, up: Double = 10, down: Double = 10, offset: Double = 500_000
  ) throws -> ClockSample {
    let there = ServerTime(microseconds: local(sent + up + offset).microseconds)
    return try #require(
      ClockSample(
        sent: local(sent), serverReceived: there, serverSent: there,
        received: local(sent + up + down)))
  }

  /// How far an estimate is off at a local time, in milliseconds.
  private func error(_ clock: ClockEstimate, at time: Double, offset: Double = 500_000) -> Double {
    let shown = clock.serverTime(at: local(time))
    return Double(shown.microseconds - local(time + offset).microseconds) / 1000
  }

  @Test("is exact where both ways take as long")
  func symmetric() throws {
    let clock = ClockEstimate(try sample(1, up: 0.5, down: 0.5), at: local(2))
    #expect(abs(error(clock, at: 7)) <= 0.001)
    #expect(abs((clock.bound - .microseconds(500)).wholeMicroseconds) <= 1)
    let time = ServerTime(microseconds: 500_003_000)
    #expect(clock.serverTime(at: clock.localTime(at: time)) >= time)
    #expect(clock.localTime(at: time) - local(3) <= .microseconds(2))
  }

  @Test("is off by no more than its bound where they do not", arguments: [0.0, 3, 10])
  func asymmetric(up: Double) throws {
    let clock = ClockEstimate(try sample(0, up: up, down: 10 - up), at: local(10))
    #expect(abs(error(clock, at: 10)) <= 5.001)
    #expect(clock.bound >= .microseconds(Int64(abs(error(clock, at: 10)) * 1000) - 1))
  }

  @Test("takes the best way up and the best way down from different exchanges")
  func separateMinima() throws {
    var clock = ClockEstimate(try sample(0, up: 10, down: 90), at: local(100))
    let agrees = clock.add(try sample(200, up: 70, down: 10), at: local(280), mayStep: true)
    #expect(agrees)
    #expect(abs(error(clock, at: 280)) < 0.03)
    #expect(clock.bound < .microseconds(10_050))
  }

  @Test("loosens old bounds, so that an exchange of the last minute yields to fresher ones in time")
  func ageing() throws {
    let clock = ClockEstimate(try sample(0), at: local(20))
    #expect(clock.bound(at: local(20)) == clock.bound)
    // Eight millionths of wander and sixty of ignorance.
    let grown = clock.bound(at: local(10_020)) - clock.bound
    #expect(abs((grown - .microseconds(680)).wholeMicroseconds) <= 1)
    #expect(clock.bound(at: local(0)) == clock.bound)
  }

  @Test("keeps exchanges for sixty seconds, twelve for longer, and sixty-four at most")
  func window() throws {
    func bound(after wait: Double, filler: Int) throws -> Duration {
      var clock = ClockEstimate(try sample(0, up: 1, down: 1), at: local(2))
      for number in 0..<filler {
        let sent = 100 + Double(number)
        clock.add(try sample(sent, up: 100, down: 100), at: local(sent + 200), mayStep: true)
      }
      clock.add(
        try sample(wait, up: 100, down: 100), at: local(wait + 200), mayStep: true)
      return clock.bound
    }
    // The middle of the first is at 1 ms, that of the last 100 ms after it was sent.
    #expect(try bound(after: 59_900, filler: 11) < .milliseconds(10))
    #expect(try bound(after: 59_902, filler: 11) > .milliseconds(90))
    #expect(try bound(after: 59_902, filler: 10) < .milliseconds(10))
    #expect(try bound(after: 1000, filler: 62) < .milliseconds(10))
    #expect(try bound(after: 1000, filler: 63) > .milliseconds(90))
  }

  @Test("learns the clocks' relative rate, and applies it")
  func skew() throws {
    let drift = 80e-6
    var clock = ClockEstimate(try sample(0), at: local(20))
    for second in stride(from: 5.0, through: 120, by: 5) {
      let offset = 500_000 + second * 1000 * drift
      let sent = second * 1000
      clock.add(try sample(sent, offset: offset), at: local(sent + 20), mayStep: false)
    }
    #expect(abs(clock.skew.rate - drift) < 3e-6)
    #expect(clock.skew.deviation < 30e-6)
    let later = 150_000.0
    #expect(abs(error(clock, at: later, offset: 500_000 + later * drift)) < 0.5)
  }

  @Test("takes no clock for worse than two hundred millionths", arguments: [-1.0, 1])
  func clamp(sign: Double) throws {
    var clock = ClockEstimate(try sample(0, up: 200, down: 200), at: local(400))
    for second in stride(from: 5.0, through: 60, by: 5) {
      let sent = second * 1000
      let offset = 500_000 + sent * 3000e-6 * sign
      let agrees = clock.add(
        try sample(sent, up: 200, down: 200, offset: offset), at: local(sent + 400),
        mayStep: false)
      #expect(agrees)
    }
    #expect(clock.skew.rate == 200e-6 * sign)
  }

  @Test("drops what a clock jump has voided, and trusts the newest exchange")
  func jump() throws {
    var clock = ClockEstimate(try sample(0), at: local(20))
    let agrees = clock.add(
      try sample(1000, offset: 503_000), at: local(1020), mayStep: false)
    #expect(!agrees)
    #expect(abs(error(clock, at: 1020, offset: 503_000)) < 0.01)
    #expect(clock.timeline.steps == 0, "Forward is no step back.")
    clock.add(try sample(2000), at: local(2020), mayStep: false)
    #expect(abs(error(clock, at: 2020)) < 0.01)
    #expect(clock.timeline.steps == 1)
  }

  @Test("survives whatever stamps a server sends", arguments: [Int64.min, -1, 0, 1 << 60, .max])
  func hostile(stamp: Int64) throws {
    let made = ClockSample(
      sent: local(0), serverReceived: ServerTime(microseconds: stamp),
      serverSent: ServerTime(microseconds: stamp), received: local(1))
    var clock = ClockEstimate(try #require(made), at: local(1))
    clock.add(try sample(5), at: local(25), mayStep: false)
    clock.add(try #require(made), at: LocalTime(microseconds: .max), mayStep: true)
    for edge in [Int64.min, 0, .max] {
      _ = clock.serverTime(at: LocalTime(microseconds: edge))
      _ = clock.localTime(at: ServerTime(microseconds: edge))
      #expect(clock.bound(at: LocalTime(microseconds: edge)) >= .zero)
    }
  }

  @Test("takes no exchange that cannot have been")
  func impossible() {
    func isMade(_ sent: Int64, _ there: Int64, _ back: Int64, _ received: Int64) -> Bool {
      ClockSample(
        sent: LocalTime(microseconds: sent), serverReceived: ServerTime(microseconds: there),
        serverSent: ServerTime(microseconds: back), received: LocalTime(microseconds: received))
        != nil
    }
    #expect(isMade(0, 7, 7, 0))
    #expect(!isMade(1, 7, 7, 0), "The answer came before the question.")
    #expect(!isMade(0, 8, 7, 5), "The server answered before it was asked.")
    #expect(isMade(0, 0, 510, 10) && !isMade(0, 0, 511, 10), "It was held longer than it took.")
    #expect(isMade(0, 7, 7, 10_000_000) && !isMade(0, 7, 7, 10_000_001), "It says nothing.")
    #expect(!isMade(.min, .max, .min, .max))
  }
}
