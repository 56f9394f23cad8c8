// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

@Suite("Handshake rate limiter", .timeLimit(.minutes(1)))
struct HandshakeRateLimiterTests {
  /// Runs ticks that take `visiting` for handshakes and `inside` for other work, waiting as
  /// required; returns the handshakes' share of the total time.
  private func share(_ share: Double, visiting: Double, inside: Double) -> Double {
    var limiter = HandshakeRateLimiter(share: share)
    var (now, processor, visited) = (0.0, 0.0, 0.0)
    for _ in 0..<10_000 {
      limiter.tickBegins(at: processor)
      if limiter.otherWorkBegins() { limiter.otherWorkEnds(inside) }
      processor += visiting + inside
      now += visiting + inside
      visited += visiting
      now += limiter.tickEnds(at: processor, now: .seconds(now)) / .seconds(1)
    }
    return visited / now
  }

  @Test("limits handshakes to their share, whatever their demand")
  func bounded() {
    #expect(share(0.5, visiting: 0.010, inside: 0) <= 0.51)
    #expect(share(0.5, visiting: 0.060, inside: 0) <= 0.51)
    #expect(share(0.25, visiting: 0.001, inside: 0.0001) <= 0.26)
  }

  @Test("does not delay handshakes below their share")
  func unhindered() {
    var limiter = HandshakeRateLimiter(share: 0.5)
    for tick in 0..<1_000 {
      limiter.tickBegins(at: Double(tick) * 0.01)
      let wait = limiter.tickEnds(at: Double(tick + 1) * 0.01, now: .seconds(tick))
      #expect(wait == .zero)
    }
  }

  @Test("counts nothing twice, no other work, and no time between ticks")
  func explained() {
    var limiter = HandshakeRateLimiter(share: 0.5)
    limiter.tickBegins(at: 0)
    let (outer, inner) = (limiter.otherWorkBegins(), limiter.otherWorkBegins())
    #expect(outer && !inner)
    limiter.otherWorkEnds(10)
    #expect(limiter.tickEnds(at: 10, now: .seconds(10)) == .zero)
    #expect(limiter.tickEnds(at: 20, now: .seconds(20)) == .zero)
    limiter.tickBegins(at: 20)
    #expect(limiter.tickEnds(at: 30, now: .seconds(30)) > .seconds(15))
  }
}
