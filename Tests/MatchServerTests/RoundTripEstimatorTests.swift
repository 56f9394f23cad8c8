// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import Lobby
import Protocol
import Testing

@testable import MatchServer

@Suite("The round-trip estimator", .timeLimit(.minutes(1)))
struct RoundTripEstimatorTests {
  /// A client on a simulated link, whose clock has an arbitrary offset.
  private struct Exchange {
    var estimator: RoundTripEstimator
    var now = ServerTime(microseconds: 1_000_000_000)
    var clockOff = Duration.seconds(-7)
    var nonce: UInt64 = 0
    var lastPongArrived: ServerTime?

    init(isBehindProxy: Bool = false) {
      estimator = RoundTripEstimator(isBehindProxy: isBehindProxy)
    }

    /// A ping sent now; `said` overrides the nonce that it echoes.
    @discardableResult
    mutating func ping(
      up: Int = 40, down: Int = 40, heldMore: Duration = .zero, nonce said: UInt64? = nil
    ) -> MeasuredConnection.Probe? {
      let t0 = (now + clockOff).microseconds
      let echo = lastPongArrived.map {
        Ping.Echo(nonce: said ?? nonce, held: now - $0 + heldMore)
      }
      now = now + .milliseconds(up)
      let probe = estimator.received(Ping(id: 1, t0: t0, echo: echo), at: now)
      nonce &+= 0x9e37_79b9
      estimator.sent(nonce: nonce, at: now)
      lastPongArrived = now + .milliseconds(down)
      now = now + .seconds(1)
      return probe
    }

    var floor: Duration? { estimator.connection(at: now).roundTripFloor }
  }

  @Test("counts a delayed pong from when it is sent")
  func leavesLater() {
    var estimator = RoundTripEstimator(isBehindProxy: false)
    let now = ServerTime(microseconds: 1_000_000_000)
    estimator.sent(nonce: 7, at: now)
    estimator.sent(nonce: 7, at: now + .seconds(9))
    let echo = Ping.Echo(nonce: 7, held: .zero)
    _ = estimator.received(Ping(id: 1, t0: 0, echo: echo), at: now + .milliseconds(9050))
    #expect(estimator.connection(at: now + .seconds(10)).roundTripFloor == .milliseconds(50))
  }

  @Test("knows the round trip from the second ping on, without the client's clock")
  func roundTrip() {
    var exchange = Exchange()
    exchange.ping()
    #expect(exchange.floor == nil)
    exchange.ping()
    #expect(exchange.floor == .milliseconds(80))
    exchange.ping(up: 400)
    exchange.clockOff = .seconds(3600)
    exchange.ping()
    #expect(exchange.floor == .milliseconds(80), "The best of the minute.")
  }

  @Test("forgets a round trip after a minute")
  func window() {
    var exchange = Exchange()
    exchange.ping()
    exchange.ping(up: 10)
    for _ in 0..<61 { exchange.ping() }
    #expect(exchange.floor == .milliseconds(80))
  }

  @Test("splits it into its two directions by their differences", arguments: [-3600, 0, 1_000_000])
  func ways(clockOff: Int) {
    var exchange = Exchange()
    exchange.clockOff = .seconds(clockOff)
    for _ in 0..<3 { exchange.ping() }
    let slowUp = exchange.ping(up: 140)
    #expect(slowUp == MeasuredConnection.Probe(up: .milliseconds(140), down: .milliseconds(40)))
    exchange.ping(down: 240)
    let slowDown = exchange.ping()
    #expect(slowDown == MeasuredConnection.Probe(up: .milliseconds(40), down: .milliseconds(240)))
  }

  @Test("counts each nonce once, and unknown nonces never")
  func forged() {
    var exchange = Exchange()
    exchange.ping()
    let first = exchange.nonce
    exchange.ping(up: 90)
    #expect(exchange.floor == .milliseconds(130))
    let replayed = exchange.ping(up: 1, nonce: first)
    let forged = exchange.ping(up: 1, nonce: 42)
    #expect(replayed == nil && forged == nil)
    #expect(exchange.floor == .milliseconds(130))
  }

  @Test("ignores impossible holding times")
  func held() {
    var exchange = Exchange()
    exchange.ping()
    for more in [Duration.milliseconds(81), .seconds(3600), .seconds(-10)] {
      let probe = exchange.ping(heldMore: more)
      #expect(probe == nil)
    }
    #expect(exchange.floor == nil)
  }

  @Test("remembers sixteen pongs, however many are never echoed")
  func bounded() {
    var estimator = RoundTripEstimator(isBehindProxy: false)
    let now = ServerTime(microseconds: 5_000_000)
    for nonce in UInt64(1)...1000 { estimator.sent(nonce: nonce, at: now) }
    func echo(_ nonce: UInt64) -> Ping {
      Ping(id: 1, t0: 0, echo: Ping.Echo(nonce: nonce, held: .zero))
    }
    _ = estimator.received(echo(984), at: now + .milliseconds(1))
    #expect(estimator.connection(at: now).roundTripFloor == nil)
    _ = estimator.received(echo(985), at: now + .milliseconds(1))
    #expect(estimator.connection(at: now).roundTripFloor == .milliseconds(1))
  }

  @Test("trusts the kernel if pongs are held back, but not behind a proxy")
  func heldPongs() {
    let kernel = RoundTrip(minimum: .milliseconds(20), smoothed: .milliseconds(25))
    var direct = Exchange()
    var proxied = Exchange(isBehindProxy: true)
    for _ in 0..<5 {
      direct.ping(up: 200, down: 200)
      proxied.ping(up: 200, down: 200)
      direct.estimator.measured(kernel, at: direct.now)
      proxied.estimator.measured(kernel, at: proxied.now)
    }
    #expect(direct.floor == .milliseconds(20))
    #expect(direct.estimator.connection(at: direct.now).downlink == .milliseconds(10))
    #expect(proxied.floor == .milliseconds(400))
    let connection = proxied.estimator.connection(at: proxied.now)
    #expect(connection.isBehindProxy && connection.downlink == .milliseconds(120))
    #expect(
      LagPolicy.house.base(roundTripFloor: .milliseconds(400), isBehindProxy: true)
        == .milliseconds(120))
  }

  @Test("uses the kernel's estimate for a client that never pings")
  func neverPings() {
    var estimator = RoundTripEstimator(isBehindProxy: false)
    let now = ServerTime(microseconds: 5_000_000)
    #expect(estimator.connection(at: now) == MeasuredConnection())
    estimator.measured(RoundTrip(minimum: .milliseconds(30), smoothed: .milliseconds(90)), at: now)
    #expect(estimator.connection(at: now) == MeasuredConnection(roundTripFloor: .milliseconds(30)))
  }

  @Test("does not trap on extreme timestamps")
  func absurd() {
    var exchange = Exchange()
    exchange.ping()
    for t0 in [Int64.min, .min + 1, .max, 0] {
      let echo = Ping.Echo(nonce: exchange.nonce, held: .microseconds(900_000))
      _ = exchange.estimator.received(Ping(id: 2, t0: t0, echo: echo), at: exchange.now)
      exchange.nonce &+= 1
      exchange.estimator.sent(nonce: exchange.nonce, at: exchange.now)
      exchange.now = exchange.now + .seconds(1)
    }
    #expect(
      exchange.estimator.connection(at: exchange.now).downlink.map { $0 <= .milliseconds(120) }
        ?? true)
  }

  @Test("estimates the same of exchanges that it evaluates later", arguments: [1, 7, 8, 9, 40])
  func later(evaluatedAfter count: Int) {
    let start = ServerTime(microseconds: 1_000_000_000)
    var atOnce = RoundTripEstimator(isBehindProxy: false)
    var later = atOnce
    var now = start
    for index in 0..<90 {
      let (delay, nonce) = (Int64(20_000 + index * 7_919 % 60_000), UInt64(index))
      let sentAt = now
      now = now + .microseconds(2 * delay)
      // After half of them the client's clock is set.
      let t0 = now.microseconds - delay / 3 + (index < 45 ? 0 : 9_000_000)
      let ping = Ping(id: 1, t0: t0, echo: Ping.Echo(nonce: nonce, held: .microseconds(delay)))
      let kernel = RoundTrip(minimum: .microseconds(delay), smoothed: .microseconds(2 * delay))
      for isLater in [false, true] {
        var estimator = isLater ? later : atOnce
        estimator.sent(nonce: nonce, at: sentAt)
        if isLater { estimator.note(ping, at: now) } else { _ = estimator.received(ping, at: now) }
        if index % 31 == 30 { estimator.measured(kernel, at: now) }
        if isLater { later = estimator } else { atOnce = estimator }
      }
      if index % count == 0 {
        #expect(later.connection(at: now) == atOnce.connection(at: now), "\(index)")
        later.evaluate()
        #expect(later.connection(at: now) == atOnce.connection(at: now), "\(index)")
      }
      now = now + .milliseconds(900)
    }
    #expect(later.connection(at: now) == atOnce.connection(at: now))
    // The next exchange is measured against the same minima.
    let echo = Ping.Echo(nonce: 1_000, held: .zero)
    var probes: [MeasuredConnection.Probe?] = []
    for var estimator in [atOnce, later] {
      estimator.sent(nonce: 1_000, at: now)
      let ping = Ping(id: 1, t0: now.microseconds + 9_050_000, echo: echo)
      probes.append(estimator.received(ping, at: now + .milliseconds(70)))
    }
    #expect(probes[0] != nil && probes[0] == probes[1])
  }

  @Test("resets the directions when the client's clock was set")
  func clockSet() throws {
    var exchange = Exchange()
    for _ in 0..<3 { exchange.ping() }
    exchange.clockOff = .seconds(3600)
    exchange.ping()
    let probe = exchange.ping()
    let after = try #require(probe)
    #expect(after.up <= .milliseconds(80) && after.down <= .milliseconds(80))
  }
}
