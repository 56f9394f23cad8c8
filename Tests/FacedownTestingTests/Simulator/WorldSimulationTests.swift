// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Testing

/// Several nodes that share a journal.
@Suite("Simulation of a world", .timeLimit(.minutes(10)))
struct WorldSimulationTests {
  @Test(
    "the nodes of a world keep every invariant, whatever faults occur",
    arguments: Array(stride(from: 1, to: 60, by: 5)))
  func seeds(first: Int) async {
    for seed in first..<(first + 5) {
      let outcome = Simulation(SimulationPlan(ofWorld: UInt64(seed), isShort: true)).run()
      #expect(
        outcome.broken == nil,
        "facedown-lab simulate --world --short --runs 1 --seed \(seed): \(outcome.broken.map(String.init(describing:)) ?? "")"
      )
      // Other tests wait for real sockets meanwhile.
      await Task.yield()
    }
  }

  @Test(
    "a bug of a world's nodes is found within 60 runs, as what it is",
    arguments: [
      (PlantedBug.acceptsTwo, [Invariant.oneOwner, .oneLog]), (.claimsBlind, [.oneOwner]),
      (.trustsStaleRead, [.oneLog]), (.drawsAnotherCode, [.once]),
      (.forgetsTakeOvers, [.fencing]),
    ])
  func foundOut(plantedBug: PlantedBug, invariants: [Invariant]) async {
    for seed in UInt64(1)...60 {
      let plan = SimulationPlan(ofWorld: seed, isShort: true, for: plantedBug)
      let broken = Simulation(plan, plantedBug: plantedBug).run().broken
      if let broken, invariants.contains(broken.invariant) { return }
      await Task.yield()
    }
    Issue.record("\(plantedBug) is not found.")
  }

  @Test("the same seed gives the same run", arguments: [3, 17])
  func replays(seed: UInt64) {
    let plan = SimulationPlan(ofWorld: seed, isShort: true)
    let first = Simulation(plan).run()
    #expect(first.hash == Simulation(plan).run().hash)
    let other = SimulationPlan(ofWorld: seed + 1, isShort: true)
    #expect(first.hash != Simulation(other).run().hash)
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
