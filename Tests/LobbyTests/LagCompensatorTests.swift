// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Lobby
import Protocol
import Testing

@Suite("The lag judge", .timeLimit(.minutes(1)))
struct LagCompensatorTests {
  private func compensator(roundTrip: Int?, isBehindProxy: Bool = false) -> LagCompensator {
    var compensator = LagCompensator()
    compensator.connection = MeasuredConnection(
      roundTripFloor: roundTrip.map { .milliseconds($0) }, isBehindProxy: isBehindProxy)
    return compensator
  }

  @Test(
    "gives half the round trip and 20 ms without asking, 200 ms at most, 120 behind a proxy",
    arguments: [
      (nil, false, 20), (0, false, 20), (20, false, 30), (80, false, 60), (360, false, 200),
      (2000, false, 200), (20, true, 30), (200, true, 120), (2000, true, 120),
    ])
  func base(roundTrip: Int?, isBehindProxy: Bool, expected: Int) {
    let compensator = compensator(roundTrip: roundTrip, isBehindProxy: isBehindProxy)
    #expect(compensator.base == .milliseconds(expected))
    #expect(compensator.grant(on: .seconds(9)).credit == .milliseconds(expected + 400))
    #expect(compensator.grace == .milliseconds(expected + 400))
  }

  @Test("credits what is claimed, and draws only what exceeds the base")
  func draws() {
    let compensator = compensator(roundTrip: 80)
    #expect(compensator.grant(on: .zero).credit == .zero)
    #expect(compensator.grant(on: .milliseconds(-5)).credit == .zero)
    #expect(compensator.grant(on: .milliseconds(60)).draw == .zero)
    let grant = compensator.grant(on: .milliseconds(200))
    #expect(grant.credit == .milliseconds(200) && grant.draw == .milliseconds(140))
  }

  @Test("lets the bank grow by 40 ms a turn to 800 ms, of which one press draws 500")
  func bank() {
    var compensator = compensator(roundTrip: 20)
    for turn in 1...20 {
      compensator.beginTurn()
      #expect(compensator.bank == .milliseconds(min(800, 400 + 40 * turn)))
    }
    let grant = compensator.grant(on: .seconds(60))
    #expect(grant.draw == .milliseconds(500))
    #expect(compensator.grace == .milliseconds(530))
    _ = compensator.enter(grant)
    #expect(compensator.bank == .milliseconds(300))
    #expect(compensator.grant(on: .seconds(60)).draw == .milliseconds(300))
  }

  @Test("never pays out more than 400 ms and 40 a turn beyond the base, whatever is claimed")
  func bounded() {
    for seed in 1...50 {
      var compensator = compensator(roundTrip: seed * 9)
      var paid = Duration.zero
      var state = UInt64(seed)
      for turn in 1...100 {
        compensator.beginTurn()
        for _ in 0..<2 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let grant = compensator.grant(on: .milliseconds(Int64(state >> 54)))
          #expect(grant.credit <= compensator.base + compensator.bank)
          #expect(grant.credit <= .milliseconds(700))
          _ = compensator.enter(grant)
          paid += grant.draw
        }
        #expect(paid <= .milliseconds(400 + 40 * turn))
      }
    }
  }

  @Test("resets the bank for the next match, and keeps the measured connection")
  func nextMatch() {
    var compensator = compensator(roundTrip: 80)
    _ = compensator.enter(compensator.grant(on: .seconds(1)))
    compensator.beginMatch()
    #expect(compensator.bank == .milliseconds(400) && compensator.base == .milliseconds(60))
  }

  /// A compensator after `turns` turns in which `claimed` was claimed while probes showed `probed`.
  private func after(turns: Int, claimed: Int, probed: Int?) -> (
    compensator: LagCompensator, told: Int
  ) {
    var compensator = compensator(roundTrip: 80)
    var told = 0
    for _ in 0..<turns {
      compensator.beginTurn()
      if compensator.enter(compensator.grant(on: .milliseconds(claimed))) { told += 1 }
      if let probed {
        let probe = MeasuredConnection.Probe(up: .milliseconds(probed), down: .milliseconds(60))
        compensator.observe(probe, lead: .milliseconds(60))
      }
    }
    return (compensator, told)
  }

  @Test(
    "suspects a player whose lag occurs only in their own turns, and reports it once"
  )
  func suspects() {
    #expect(!after(turns: 19, claimed: 91, probed: 40).compensator.isSuspect)
    let (compensator, told) = after(turns: 40, claimed: 91, probed: 40)
    #expect(compensator.isSuspect && told == 1)
    #expect(compensator.grace == compensator.base)
    #expect(compensator.grant(on: .seconds(9)).credit == .milliseconds(60))
  }

  @Test("suspects nobody whose connection is as slow between turns")
  func honest() {
    #expect(!after(turns: 60, claimed: 90, probed: 40).compensator.isSuspect)
    #expect(!after(turns: 60, claimed: 900, probed: 860).compensator.isSuspect)
  }

  @Test("takes the kernel's round trip for a client that never pings")
  func neverPings() {
    #expect(!after(turns: 60, claimed: 130, probed: nil).compensator.isSuspect)
    #expect(after(turns: 60, claimed: 131, probed: nil).compensator.isSuspect)
  }
}
