// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Lab

@Suite("Scenes over unequal connections", .timeLimit(.minutes(5)))
struct SceneExperimentTests {
  @Test("two players and a spectator see the same at the same time, over 20 seeds")
  func same() async throws {
    // One after the other: other tests wait for real sockets meanwhile.
    let table = try await SceneExperiment(seed: 1, loss: 0.02, length: .short)
      .measured(trials: 20, atOnce: 1)
    #expect(table.isOne, "\(table.summary)")
    #expect(table.outcome.scenes > 3000 && table.outcome.cards > 30_000, "\(table.summary)")
    #expect(table.outcome.late < table.outcome.scenes / 4, "\(table.summary)")
  }

  @Test("a broken rule is noticed", arguments: SceneTrial.Mutation.allCases)
  func mutations(mutation: SceneTrial.Mutation) async throws {
    var table = SceneExperiment(seed: 1, loss: 0.02, length: .short, mutation: mutation)
    for number in 0..<8 as Range<UInt64> where table.isOne {
      table.add(try table.run(number), of: number)
      await Task.yield()
    }
    #expect(!table.isOne, "\(table.summary)")
  }

  @Test("the same seed gives the same outcome")
  func seeded() throws {
    var first = SceneTrial(seed: 3, loss: 0.02, length: .short)
    var second = SceneTrial(seed: 3, loss: 0.02, length: .short)
    #expect(try first.run() == second.run())
  }
}
