// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Testing

/// The test of the checker: a bug planted at the server's boundaries is found.
@Suite("PlantedBug", .timeLimit(.minutes(5)))
struct PlantedBugTests {
  /// The first violation among some seeds.
  private func caught(_ plantedBug: PlantedBug, seeds: ClosedRange<UInt64>) async
    -> InvariantViolation?
  {
    for seed in seeds {
      let plan = SimulationPlan(seed: seed, isShort: true, including: plantedBug.faults)
      if let broken = Simulation(plan, plantedBug: plantedBug).run().broken { return broken }
      await Task.yield()
    }
    return nil
  }

  // A bug that few runs meet begins at one that does, which saves minutes of searching.
  @Test(
    "is found within a few runs",
    arguments: [
      (PlantedBug.landsEarly, UInt64(1), [Invariant.journalFirst]),
      (.losesEntries, 1, [.oneLog, .journalFirst]),
      (.skipsDeduplication, 1, [.fencing, .once]),
      (.forgetsFencing, 1, [.fencing]),
      (.leaksFace, 42, [.secrets]),
      (.dropsEntries, 1, [.oneLog]),
      (.swallowsRefusals, 1, [.liveness]),
      (.neverTells, 1, [.liveness]),
      (.turnsClockBack, 1, [.time]),
      (.ignoresSlowness, 1, [.slowReaders]),
      (.trailsTooLittle, 9, [.trailingBase]),
      (.tellsThePast, 42, [.trailingBase]),
      (.forgetsWhatWasSent, 1, [.nothingMissed]),
      (.repeatsNews, 1, [.reportedOnce]),
      (.swallowsNews, 1, [.reportedOnce]),
      (.hidesNewBases, 1, [.reportedOnce]),
      (.accusesTheHonest, 1, [.reportedOnce]),
      (.forgetsOutages, 72, [.refundedPauses]),
      (.givesBackTwice, 1, [.refundedPauses]),
      (.forgetsLeavers, 1, [.admission]),
      (.opensLockedRooms, 1, [.admission]),
      (.keepsSpectators, 1, [.admission]),
      (.losesTimers, 1, [.liveness]),
      (.forgetsTakeOvers, 1, [.fencing]),
      (.forgetsKicks, 28, [.admission]),
      (.forgetsBans, 1, [.admission]),
      (.forgetsDraining, 21, [.admission]),
      (.losesRatings, 10, [.ratings]),
      (.swallowsResults, 10, [.ratings]),
      (.losesSessions, 1, [.fencing]),
      (.pointsForOthers, 1, [.secrets]),
    ])
  func foundOut(plantedBug: PlantedBug, first: UInt64, invariants: [Invariant]) async throws {
    let broken = try #require(await caught(plantedBug, seeds: first...first + 119))
    #expect(invariants.contains(broken.invariant), "\(broken)")
  }

  @Test("that leaks a hidden card is found by swapping it")
  func hints() async throws {
    var found = 0
    for seed in UInt64(1)...32 where found == 0 {
      let trial = SwapTrial(SimulationPlan(seed: seed, isShort: true), plantedBug: .hintsAtFace)
      if trial.run()?.invariant == .secrets { found += 1 }
      await Task.yield()
    }
    #expect(found > 0)
  }

  @Test("that depends on more than the seed is found by running a seed twice")
  func undecided() {
    let plan = SimulationPlan(seed: 1, isShort: true)
    let first = Simulation(plan, plantedBug: .isUndecided).run()
    #expect(first.hash != Simulation(plan, plantedBug: .isUndecided).run().hash)
  }
}
