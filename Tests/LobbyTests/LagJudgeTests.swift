// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Lobby
import Testing

@Suite("The lag judge", .timeLimit(.minutes(1)))
struct LagJudgeTests {
  private func judge(roundTrip: Int?, isBehindProxy: Bool = false) -> LagJudge {
    var judge = LagJudge()
    judge.line = LineQuality(
      roundTripFloor: roundTrip.map { .milliseconds($0) }, isBehindProxy: isBehindProxy)
    return judge
  }

  @Test(
    "gives half the round trip and 20 ms without asking, 200 ms at most, 120 behind a proxy",
    arguments: [
      (nil, false, 20), (0, false, 20), (20, false, 30), (80, false, 60), (360, false, 200),
      (2000, false, 200), (20, true, 30), (200, true, 120), (2000, true, 120),
    ])
  func base(roundTrip: Int?, isBehindProxy: Bool, expected: Int) {
    let judge = judge(roundTrip: roundTrip, isBehindProxy: isBehindProxy)
    #expect(judge.base == .milliseconds(expected))
    #expect(judge.verdict(on: .seconds(9)).credit == .milliseconds(expected + 400))
    #expect(judge.grace == .milliseconds(expected + 400))
  }

  @Test("gives what is claimed, and draws no more than exceeds the base")
  func draws() {
    let judge = judge(roundTrip: 80)
    #expect(judge.verdict(on: .zero).credit == .zero)
    #expect(judge.verdict(on: .milliseconds(-5)).credit == .zero)
    #expect(judge.verdict(on: .milliseconds(60)).draw == .zero)
    let verdict = judge.verdict(on: .milliseconds(200))
    #expect(verdict.credit == .milliseconds(200) && verdict.draw == .milliseconds(140))
  }

  @Test("lets the bank grow by 40 ms a turn to 800 ms, of which one press draws 500")
  func bank() {
    var judge = judge(roundTrip: 20)
    for turn in 1...20 {
      judge.beginTurn()
      #expect(judge.bank == .milliseconds(min(800, 400 + 40 * turn)))
    }
    let verdict = judge.verdict(on: .seconds(60))
    #expect(verdict.draw == .milliseconds(500))
    #expect(judge.grace == .milliseconds(530))
    _ = judge.enter(verdict)
    #expect(judge.bank == .milliseconds(300))
    #expect(judge.verdict(on: .seconds(60)).draw == .milliseconds(300))
  }

  @Test("never pays out more than 400 ms and 40 a turn beyond the base, whatever is claimed")
  func bounded() {
    for seed in 1...50 {
      var judge = judge(roundTrip: seed * 9)
      var paid = Duration.zero
      var state = UInt64(seed)
      for turn in 1...100 {
        judge.beginTurn()
        for _ in 0..<2 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let verdict = judge.verdict(on: .milliseconds(Int64(state >> 54)))
          #expect(verdict.credit <= judge.base + judge.bank)
          #expect(verdict.credit <= .milliseconds(700))
          _ = judge.enter(verdict)
          paid += verdict.draw
        }
        #expect(paid <= .milliseconds(400 + 40 * turn))
      }
    }
  }

  @Test("forgets what was drawn when the next match begins, and keeps the line")
  func nextMatch() {
    var judge = judge(roundTrip: 80)
    _ = judge.enter(judge.verdict(on: .seconds(1)))
    judge.beginMatch()
    #expect(judge.bank == .milliseconds(400) && judge.base == .milliseconds(60))
  }

  /// A judge after `turns` turns in which `claimed` was claimed while probes said `probed`.
  private func after(turns: Int, claimed: Int, probed: Int?) -> (judge: LagJudge, told: Int) {
    var judge = judge(roundTrip: 80)
    var told = 0
    for _ in 0..<turns {
      judge.beginTurn()
      if judge.enter(judge.verdict(on: .milliseconds(claimed))) { told += 1 }
      if let probed {
        let probe = LineQuality.Probe(up: .milliseconds(probed), down: .milliseconds(60))
        judge.observe(probe, lead: .milliseconds(60))
      }
    }
    return (judge, told)
  }

  @Test("suspects whose lags come in its own turns alone, after twenty of them, and says so once")
  func suspects() {
    #expect(!after(turns: 19, claimed: 91, probed: 40).judge.isSuspect)
    let (judge, told) = after(turns: 40, claimed: 91, probed: 40)
    #expect(judge.isSuspect && told == 1)
    #expect(judge.grace == judge.base)
    #expect(judge.verdict(on: .seconds(9)).credit == .milliseconds(60))
  }

  @Test("suspects nobody whose line is as slow between its turns")
  func honest() {
    #expect(!after(turns: 60, claimed: 90, probed: 40).judge.isSuspect)
    #expect(!after(turns: 60, claimed: 900, probed: 860).judge.isSuspect)
  }

  @Test("takes the kernel's round trip for a client that never pings")
  func neverPings() {
    #expect(!after(turns: 60, claimed: 130, probed: nil).judge.isSuspect)
    #expect(after(turns: 60, claimed: 131, probed: nil).judge.isSuspect)
  }
}
