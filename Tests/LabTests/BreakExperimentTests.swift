// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Lab

@Suite("Break table", .timeLimit(.minutes(5)))
struct BreakExperimentTests {
  @Test("in a thousand breaks no intent is lost or duplicated, and all logs agree")
  func breaks() async throws {
    // One match at a time: other tests wait for real sockets meanwhile.
    let table = try await BreakExperiment(count: 1000, loss: 0.02, seed: 1)
      .measured(trials: .max, atOnce: 1)
    #expect(table.isFlawless, "\(table.summary)")
    #expect(table.outcome.breaks.count >= 1000)
    #expect(table.outcome.intents > 1000)
    for roundTrip in BreakTrial.roundTrips {
      for kind in [BreakTrial.Kind.closed, .lost] {
        let times = table.back(kind, roundTripMilliseconds: roundTrip)
        let typical = try #require(times.nearestRank(0.5))
        #expect(typical <= Int64(4 * roundTrip + 200), "\(kind) at \(roundTrip) ms")
      }
    }
  }

  @Test("the same seed gives the same match")
  func seeded() {
    var first = BreakTrial(seed: 5, loss: 0.05)
    var second = BreakTrial(seed: 5, loss: 0.05)
    #expect(first.run() == second.run())
  }

  /// In 833 a delayed hello arrived after the next connection's, took the session from it, and the
  /// client gave up.
  @Test("matches in which something once went wrong end well", arguments: [UInt64(833)])
  func former(seed: UInt64) {
    var trial = BreakTrial(seed: seed, loss: 0.02)
    let outcome = trial.run()
    #expect(!outcome.isFlawed && !outcome.breaks.isEmpty)
  }
}
