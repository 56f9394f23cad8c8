// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Lab

/// Few sessions per row, so the figures are rough; the whole table is `facedown-lab clock-table`.
@Suite("Clock table", .timeLimit(.minutes(3)))
struct ClockExperimentTests {
  private static let trials: UInt64 = 12

  /// Targets at 2 % loss: round trip, and the error's 50th and 99th percentile beyond asymmetry.
  private static let targets = [(20, 0.3, 1.5), (80, 0.4, 2.5), (200, 0.8, 4.0), (400, 1.3, 5.0)]

  private func measured(
    _ estimator: Estimator, _ roundTrip: Int, sleeps: Bool = false
  ) async throws -> ClockExperiment {
    try await ClockExperiment(
      estimator, roundTripMilliseconds: roundTrip, lossPercent: 2, sleeps: sleeps
    ).measured(trials: Self.trials, atOnce: 1)
  }

  @Test("ours meets its targets, and its bound holds", arguments: targets)
  func ours(roundTrip: Int, p50: Double, p99: Double) async throws {
    let row = try await measured(.ours, roundTrip)
    #expect(row.excessPercentiles[50] <= p50)
    // One session with congestion weighs more among few than among many.
    #expect(row.excessPercentiles[99] <= 1.5 * p99)
    #expect(row.totalPercentiles[99] <= 60)
    #expect(row.worstJump <= 0.34)
    #expect(row.convergencePercentiles[50] <= Double(roundTrip) / 1000 + 0.1)
    #expect(row.convergencePercentiles[90] <= 0.7)
    #expect(row.broken <= 0.001)
    let bound = row.boundPercentiles[50]
    #expect(bound >= Double(roundTrip) / 2 - 1 && bound <= Double(roundTrip) / 2 + 12)
  }

  @Test("a spectator's meets the same targets with a third of the pings", arguments: targets)
  func spectator(roundTrip: Int, p50: Double, p99: Double) async throws {
    let row = try await measured(.spectator, roundTrip)
    #expect(row.excessPercentiles[50] <= p50)
    #expect(row.excessPercentiles[99] <= 1.5 * p99)
    #expect(row.worstJump <= 0.34)
    #expect(row.convergencePercentiles[90] <= 0.7)
    #expect(row.broken <= 0.001)
    let player = try await measured(.ours, roundTrip)
    let pings = (row.pingPercentiles[50], player.pingPercentiles[50])
    #expect(pings.0 <= 0.5 * pings.1 && pings.1 >= 11, "\(pings)")
  }

  @Test("common estimators miss the targets, so these tell good from bad", arguments: targets)
  func others(roundTrip: Int, p50: Double, p99: Double) async throws {
    for estimator in [Estimator.naive, .ema] {
      let excess = try await measured(estimator, roundTrip).excessPercentiles
      #expect(excess[50] > p50 && excess[99] > 1.5 * p99, "\(estimator.rawValue)")
    }
    #expect(try await measured(.minRTT, roundTrip).worstJump > 0.34)
  }

  @Test("is accurate again soon after half a minute of sleep", arguments: [20, 80, 200, 400])
  func sleep(roundTrip: Int) async throws {
    let row = try await measured(.ours, roundTrip, sleeps: true)
    #expect(row.convergencePercentiles[50] <= 0.6)
    #expect(row.convergencePercentiles[90] <= 3.5)
  }

  @Test("the same cell gives the same figures, and rows have the header's columns")
  func format() async throws {
    var experiment = ClockExperiment(.ours, roundTripMilliseconds: 20, lossPercent: 1)
    for showsBounds in [false, true] {
      experiment.showsBounds = showsBounds
      let rows = try await experiment.measured(trials: 1).rows
      #expect(try await rows == experiment.measured(trials: 1).rows)
      #expect(rows.count == 1 && rows[0].hasPrefix("ours,20,1,"))
      let header = try #require(experiment.header)
      #expect(rows[0].split(separator: ",").count == header.split(separator: ",").count)
    }
    #expect(ClockExperiment.all.count == 84)
  }
}
