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

  @Test(
    "is found within a few runs",
    arguments: [
      (PlantedBug.landsEarly, [Invariant.journalFirst]),
      (.losesEntries, [.oneLog, .journalFirst]),
      (.skipsDeduplication, [.fencing, .once]),
      (.forgetsFencing, [.fencing]),
      (.leaksFace, [.secrets]),
      (.dropsEntries, [.oneLog]),
      (.swallowsRefusals, [.liveness]),
      (.neverTells, [.liveness]),
      (.turnsClockBack, [.time]),
      (.ignoresSlowness, [.slowReaders]),
      (.trailsTooLittle, [.trailingBase]),
      (.tellsThePast, [.trailingBase]),
      (.forgetsWhatWasSent, [.nothingMissed]),
      (.repeatsNews, [.reportedOnce]),
      (.swallowsNews, [.reportedOnce]),
      (.hidesNewBases, [.reportedOnce]),
      (.accusesTheHonest, [.reportedOnce]),
      (.forgetsOutages, [.refundedPauses]),
      (.givesBackTwice, [.refundedPauses]),
      (.forgetsLeavers, [.admission]),
      (.opensLockedRooms, [.admission]),
      (.keepsSpectators, [.admission]),
      (.losesTimers, [.liveness]),
      (.forgetsTakeOvers, [.fencing]),
      (.forgetsKicks, [.admission]),
      (.forgetsBans, [.admission]),
      (.forgetsDraining, [.admission]),
      (.losesRatings, [.ratings]),
      (.swallowsResults, [.ratings]),
      (.losesSessions, [.fencing]),
      (.pointsForOthers, [.secrets]),
    ])
  func foundOut(plantedBug: PlantedBug, invariants: [Invariant]) async throws {
    let broken = try #require(await caught(plantedBug, seeds: 1...120))
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
