// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Testing

/// The test of the test: a server whose borders break a promise is caught at it.
@Suite("PlantedBug", .timeLimit(.minutes(5)))
struct PlantedBugTests {
  /// The first failure among some seeds, however the promise is broken.
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
    "is found out within a few runs",
    arguments: [
      (PlantedBug.landsEarly, [Invariant.journalFirst]),
      (.losesEntries, [.oneLog, .journalFirst]),
      (.skipsDeduplication, [.fencing, .once]),
      (.forgetsFencing, [.fencing]),
      (.leaksFace, [.secrets]),
      (.dropsEntries, [.oneLog]),
      (.swallowsRefusals, [.nobodyWaits]),
      (.neverTells, [.nobodyWaits]),
      (.turnsClockBack, [.time]),
      (.ignoresSlowness, [.slowReaders]),
      (.trailsTooLittle, [.trailingBase]),
      (.tellsThePast, [.trailingBase]),
      (.forgetsWhatWasSent, [.nothingMissed]),
      (.repeatsNews, [.told]),
      (.swallowsNews, [.told]),
      (.hidesNewBases, [.told]),
      (.accusesTheHonest, [.told]),
      (.forgetsOutages, [.timeGivenBack]),
      (.givesBackTwice, [.timeGivenBack]),
      (.forgetsLeavers, [.admission]),
      (.opensLockedRooms, [.admission]),
      (.keepsSpectators, [.admission]),
      (.losesTimers, [.nobodyWaits]),
      (.forgetsTakeOvers, [.fencing]),
      (.forgetsKicks, [.admission]),
      (.forgetsBans, [.admission]),
      (.forgetsDraining, [.admission]),
      (.losesRatings, [.ratings]),
    ])
  func foundOut(plantedBug: PlantedBug, promises: [Invariant]) async throws {
    let broken = try #require(await caught(plantedBug, seeds: 1...120))
    #expect(promises.contains(broken.promise), "\(broken)")
  }

  @Test("that hints at a hidden card is found out by swapping it")
  func hints() async throws {
    var found = 0
    for seed in UInt64(1)...32 where found == 0 {
      let trial = SwapTrial(SimulationPlan(seed: seed, isShort: true), plantedBug: .hintsAtFace)
      if trial.run()?.promise == .secrets { found += 1 }
      await Task.yield()
    }
    #expect(found > 0)
  }

  @Test("by what no seed decides is found out by running a seed twice")
  func undecided() {
    let plan = SimulationPlan(seed: 1, isShort: true)
    let first = Simulation(plan, plantedBug: .isUndecided).run()
    #expect(first.hash != Simulation(plan, plantedBug: .isUndecided).run().hash)
  }
}
