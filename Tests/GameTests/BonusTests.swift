// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Bonus", .timeLimit(.minutes(1)))
struct BonusTests {
  private func at(_ milliseconds: Int64) -> ServerTime {
    ServerTime(microseconds: milliseconds * 1000)
  }

  @Test("drains in whole milliseconds while it runs, and never below zero")
  func drains() {
    var bonus = Bonus(remainingMilliseconds: 6000)
    #expect(bonus.remaining(at: at(99_000)) == 6000)
    bonus.start(at: at(1000))
    #expect(bonus.remaining(at: at(500)) == 6000)
    #expect(bonus.remaining(at: at(1000)) == 6000)
    #expect(bonus.remaining(at: ServerTime(microseconds: 1_000_999)) == 6000)
    #expect(bonus.remaining(at: at(2001)) == 4999)
    #expect(bonus.remaining(at: at(60_000)) == 0)
  }

  @Test("keeps what is left when it stops, and goes on from there")
  func stops() {
    var bonus = Bonus(remainingMilliseconds: 6000)
    bonus.start(at: at(0))
    bonus.stop(at: at(3000))
    #expect(bonus.remaining(at: at(10_000)) == 3000)
    bonus.start(at: at(10_000))
    #expect(bonus.points(at: at(11_500)) == 1)
    bonus.stop(at: at(20_000))
    bonus.start(at: at(21_000))
    #expect(bonus.runningSince == nil)
  }
}
