// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Testing

/// Several nodes that share a journal; a few runs at a time, as in `SimulationTests`.
@Suite("Simulation of a world", .timeLimit(.minutes(10)))
struct WorldSimulationTests {
  @Test(
    "the nodes keep every invariant, whatever faults occur",
    arguments: Array(stride(from: 1, to: 60, by: 5)))
  func seeds(first: Int) async {
    for seed in first..<(first + 5) {
      let plan = SimulationPlan(ofWorld: UInt64(seed), isShort: true)
      let outcome = Simulation(plan).run()
      #expect(
        outcome.broken == nil, "facedown-lab simulate --world --short --runs 1 --seed \(seed)")
      #expect(outcome.entries > 0)
      await Task.yield()
    }
  }

  @Test("the same seed gives the same run", arguments: [3, 17])
  func replays(seed: UInt64) {
    let plan = SimulationPlan(ofWorld: seed, isShort: true)
    let first = Simulation(plan).run()
    #expect(first.hash == Simulation(plan).run().hash)
    let other = SimulationPlan(ofWorld: seed + 1, isShort: true)
    #expect(first.hash != Simulation(other).run().hash)
  }

  @Test(
    "a planted bug is found",
    arguments: [
      (PlantedBug.acceptsTwo, [Invariant.oneOwner, .oneLog]),
      (.claimsBlind, [.oneOwner]),
      (.trustsStaleRead, [.oneLog, .oneOwner, .once, .journalFirst, .fencing]),
      (.drawsAnotherCode, [.once]),
    ])
  func foundOut(plantedBug: PlantedBug, invariants: [Invariant]) async throws {
    var broken: InvariantViolation?
    for seed in UInt64(1)...120 where broken == nil {
      let plan = SimulationPlan(ofWorld: seed, isShort: true)
      broken = Simulation(plan, plantedBug: plantedBug).run().broken
      await Task.yield()
    }
    let violation = try #require(broken)
    #expect(invariants.contains(violation.invariant), "\(violation)")
  }

  @Test("between them, seeds have two to four nodes and every fault, and some have none")
  func swarm() {
    let plans = (1...200).map { SimulationPlan(ofWorld: UInt64($0)) }
    #expect(Set(plans.map(\.nodes)) == [2, 3, 4])
    for fault in WorldFault.allCases {
      #expect((30...140).contains(plans.count { $0.worldFaults.contains(fault) }), "\(fault)")
    }
    for fault in StreamFault.allCases {
      #expect((30...140).contains(plans.count { $0.streamFaults.contains(fault) }), "\(fault)")
    }
    #expect(plans.contains { $0.streamFaults.isEmpty && $0.worldFaults.isEmpty })
  }
}
