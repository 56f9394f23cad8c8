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
      (PlantedBug.acceptsTwo, UInt64(1), [Invariant.oneOwner, .oneLog]),
      (.claimsBlind, 1, [.oneOwner]), (.trustsStaleRead, 38, [.oneLog]),
      (.drawsAnotherCode, 1, [.once]), (.forgetsTakeOvers, 1, [.fencing]),
      (.relayUndelayed, 1, [.secrets]),
    ])
  func foundOut(plantedBug: PlantedBug, first: UInt64, invariants: [Invariant]) async {
    for seed in first..<first + 60 {
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
    let relayed = plans.filter { !$0.relays.isEmpty }
    #expect((50...110).contains(relayed.count))
    #expect(Set(relayed.map(\.relays.count)) == [1, 2])
    for fault in RelayFault.allCases {
      #expect((10...70).contains(relayed.count { $0.relayFaults.contains(fault) }), "\(fault)")
    }
    #expect(plans.allSatisfy { !$0.relays.isEmpty || $0.relayFaults.isEmpty })
  }

  @Test("viewers behind relays are sent matches that are played")
  func relays() async {
    var (runs, entries) = (0, 0)
    for seed in UInt64(1)...60 {
      let plan = SimulationPlan(ofWorld: seed, isShort: true)
      guard !plan.relays.isEmpty, runs < 8 else { continue }
      let outcome = Simulation(plan).run()
      if outcome.relayed > 0 { runs += 1 }
      entries += outcome.relayed
      await Task.yield()
    }
    #expect(runs == 8 && entries > 100, "\(runs) runs, \(entries) entries")
  }
}
