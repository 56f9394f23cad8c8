// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Testing

/// Two hundred runs, a few at a time: each blocks all other tests for some tenths of a second.
@Suite("Simulation", .timeLimit(.minutes(10)))
struct SimulationTests {
  @Test(
    "a server keeps every invariant, whatever faults occur",
    arguments: Array(stride(from: 1, to: 200, by: 5)))
  func seeds(first: Int) async {
    for seed in first..<(first + 5) {
      let outcome = Simulation(SimulationPlan(seed: UInt64(seed), isShort: true)).run()
      #expect(outcome.broken == nil, "facedown-lab simulate --short --runs 1 --seed \(seed)")
      #expect(outcome.messages > 0)
      // Other tests wait for real sockets meanwhile.
      await Task.yield()
    }
  }

  @Test("a table of teams keeps every invariant too", arguments: [0, 1, 2])
  func teams(number: Int) throws {
    let plans = (1...200 as ClosedRange<UInt64>).lazy.map { SimulationPlan(seed: $0) }
      .filter { plan in plan.tables.contains { $0.settings.mode == .teams } }
    let outcome = Simulation(try #require(plans.dropFirst(number).first)).run()
    #expect(outcome.broken == nil)
  }

  @Test("a server that drains may open a room under another code that it was opening before")
  func opening() {
    let outcome = Simulation(SimulationPlan(seed: 70_758, isShort: true)).run()
    #expect(outcome.broken == nil)
  }

  @Test("the same seed gives the same run", arguments: [3, 17, 40])
  func replays(seed: UInt64) {
    let plan = SimulationPlan(seed: seed, isShort: true)
    let first = Simulation(plan).run()
    let second = Simulation(plan).run()
    #expect(first.hash == second.hash)
    #expect(first.length == second.length)
    #expect(first.hash != Simulation(SimulationPlan(seed: seed + 1, isShort: true)).run().hash)
  }

  @Test("swapping two cards nobody has seen changes no byte sent to anyone")
  func swaps() async {
    var compared = 0
    for seed in 1...24 {
      let trial = SwapTrial(SimulationPlan(seed: UInt64(seed), isShort: true))
      #expect(trial.run() == nil, "seed \(seed)")
      if trial.hasCompared { compared += 1 }
      await Task.yield()
    }
    #expect(compared >= 4, "Only \(compared) runs had two unseen cards to swap.")
  }

  @Test("between them, seeds have every fault, and none has all")
  func swarm() {
    let plans = (1...200).map { SimulationPlan(seed: UInt64($0)) }
    for fault in Fault.allCases {
      let count = plans.count { $0.faults.contains(fault) }
      #expect((30...140).contains(count), "\(fault): \(count)")
    }
    #expect(plans.contains { $0.faults.count <= 2 })
    #expect(plans.allSatisfy { $0.faults.count < Fault.allCases.count })
    let tables = plans.flatMap(\.tables)
    #expect(tables.contains { $0.settings.isRated } && tables.contains { $0.isLockedLater })
    #expect(tables.contains { $0.doubles > 0 } && tables.contains { $0.opensAfter > .zero })
    #expect((20...120).contains(plans.count { $0.hasEpilogue }))
    let settings = tables.map(\.settings)
    #expect(Set(settings.map(\.seats)) == Set(1...6))
    #expect(Set(settings.map(\.mode)) == Set(MatchSettings.Mode.accepted))
    for shuffle in [MatchSettings.Shuffle.trackable, .blind] {
      let every = settings.filter { $0.shuffle == shuffle }.map(\.shuffleEvery)
      #expect(every.contains(0) && every.contains(4) && every.contains(8))
    }
  }
}
