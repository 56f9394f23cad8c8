// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Testing

@testable import Lab

/// Fewer games per row than `facedown-lab fairness-table`: enough for a stable tail.
@Suite("Fairness table", .timeLimit(.minutes(3)))
struct FairnessExperimentTests {
  private static let games: UInt64 = 1000

  /// Targets of our rule: round trip, lateness of honest presses at p95 and p99, and the gain of a
  /// cheat over an honest round trip.
  private static let targets = [
    (20, 5.0, 70.0, 60.0), (80, 5, 70, 60), (200, 10, 170, 60), (400, 65, 360, 60),
  ]

  private func cell(
    _ rule: CreditRule, _ experiment: FairnessExperiment
  ) throws -> FairnessExperiment.Cell {
    try #require(experiment.cells.first { $0.rule == rule })
  }

  @Test("our rule costs honest players almost nothing and gains a cheat little", arguments: targets)
  func ours(roundTrip: Int, p95: Double, p99: Double, gain: Double) async throws {
    let games = try await FairnessExperiment(roundTrips: [roundTrip]).measured(trials: Self.games)
    let ours = try cell(.ours, games)
    #expect(ours.latePercentiles[95] <= p95)
    #expect(ours.latePercentiles[99] <= p99)
    #expect(ours.meanGainA <= gain)
    #expect(ours.meanGainB <= 230)

    // The others miss on one side or the other, so the targets tell good from bad.
    let none = try cell(.none, games)
    #expect(none.latePercentiles[95] > p95 && none.meanGainA <= 0)
    #expect(try cell(.trust, games).meanGainA > 4_000)
    #expect(try cell(.chess, games).meanGainA > gain)
    #expect(try cell(.loose, games).meanGainA > ours.meanGainA)
    #expect(try cell(.tight, games).latePercentiles[99] > ours.latePercentiles[99])
  }

  @Test("is the same every time, and its rows have the header's columns")
  func format() async throws {
    let experiment = FairnessExperiment(roundTrips: [80])
    let lines = try await experiment.measured(trials: 2).rows
    #expect(try await lines == experiment.measured(trials: 2).rows)
    #expect(
      lines.map { $0.prefix { $0 != "," } } == ["none", "tight", "ours", "loose", "chess", "trust"])
    let columns = try #require(experiment.header).split(separator: ",").count
    #expect(lines.allSatisfy { $0.split(separator: ",").count == columns })
  }
}
