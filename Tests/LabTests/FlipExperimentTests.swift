// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Lab

/// Few matches per row, so the shares are rough; the whole table is `scripts/lab flip-table`.
@Suite("Flip table", .timeLimit(.minutes(3)))
struct FlipExperimentTests {
  /// Matches of few flips, one after the other: other tests wait for real sockets meanwhile.
  private func table(
    _ conditions: FlipTrial.Conditions, matches: UInt64
  ) async throws -> FlipExperiment {
    try await FlipExperiment(conditions).measured(trials: matches, atOnce: 1)
  }

  @Test(
    "on a steady link the face shows half a round trip and half a flip later",
    arguments: [20, 80])
  func steady(roundTrip: Int) async throws {
    let conditions = FlipTrial.Conditions(
      roundTrip: .milliseconds(roundTrip), journal: .milliseconds(5), flips: 6, isSteady: true)
    let table = try await table(conditions, matches: 1)
    // The journal's latency is hidden in the turning of the card; screens are checked every
    // millisecond.
    let expected = Double(roundTrip) / 2 + 180
    #expect(table.everyone.count == 6 && table.outcome.refused == 0)
    for time in table.everyone + table.players {
      #expect(time >= expected - 2 && time <= expected + 4)
    }
    #expect(table.motionFrames == 1)
    #expect(table.lateVerdicts == 0 && table.lateEntries == 0 && table.missed == 0)
    #expect(table.lateScreens == 0)
  }

  @Test("over bad links the card moves in the first frame, and the face is mostly on time")
  func lossy() async throws {
    for (roundTrip, p50) in [(80, 250.0), (400, 550.0)] {
      let conditions = FlipTrial.Conditions(roundTrip: .milliseconds(roundTrip), flips: 8)
      let table = try await table(conditions, matches: 3)
      #expect(table.outcome.flips.count + table.outcome.refused == 24)
      #expect(table.motionFrames == 1)
      #expect(table.missed == 0)
      #expect(Percentiles(table.everyone)[50] <= p50)
      #expect(table.lateVerdicts <= 0.25)
      #expect(zip(table.players, table.everyone).allSatisfy { $0 <= $1 })
    }
  }

  @Test("a slow link makes verdicts late, and they are counted")
  func late() async throws {
    // No lead is that long.
    let conditions = FlipTrial.Conditions(
      roundTrip: .milliseconds(900), flips: 4, isSteady: true)
    let table = try await table(conditions, matches: 1)
    #expect(table.lateVerdicts == 1 && table.lateEntries == 1 && table.lateScreens == 1)
    #expect(table.motionFrames == 1 && table.missed == 0)
  }

  @Test("the same seed gives the same match, and rows have the header's columns")
  func format() async throws {
    let conditions = FlipTrial.Conditions(roundTrip: .milliseconds(200), flips: 3)
    var first = FlipTrial(conditions, seed: 4)
    var second = FlipTrial(conditions, seed: 4)
    let outcome = try first.run()
    #expect(try outcome == second.run())
    var table = FlipExperiment(conditions)
    table.add(outcome, of: 3)
    let (header, line) = (try #require(table.header), try #require(table.rows.first))
    #expect(line.hasPrefix("yes,200,2,3,1,"))
    #expect(line.split(separator: ",").count == header.split(separator: ",").count)
  }
}
