// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Lab

@Suite("Verify trial", .timeLimit(.minutes(2)))
struct VerifyExperimentTests {
  @Test("accepts every random replay and refuses each with one byte changed")
  func matches() async throws {
    let outcome = try await VerifyExperiment(seed: 1000).measured(trials: 40, atOnce: 1).outcome
    #expect(outcome.failures == [])
    #expect(outcome.accepted == 40 && outcome.refused == 40)
    #expect(outcome.kinds.count > 12)
  }
}
