// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import MatchClient

@Suite("The limit of reactions", .timeLimit(.minutes(1)))
struct ReactionLimitTests {
  /// How many of ten reactions at one instant may be sent.
  private func taken(_ limit: inout ReactionLimit, at milliseconds: Int64) -> Int {
    (0..<10).count { _ in limit.take(at: LocalTime(microseconds: milliseconds * 1000)) }
  }

  @Test("gives three at once, then its rate, and no more after a long rest")
  func bursts() {
    var limit = ReactionLimit()
    for (now, count) in [(5000, 3), (6111, 0), (6112, 1), (8335, 2), (900_000, 3)] {
      #expect(taken(&limit, at: Int64(now)) == count, "at \(now) ms")
    }
  }

  @Test("tolerates a clock that goes back")
  func backwards() {
    var limit = ReactionLimit()
    #expect(taken(&limit, at: 100_000) == 3)
    #expect(taken(&limit, at: 50_000) == 0)
    #expect(taken(&limit, at: 101_112) == 1)
  }
}
