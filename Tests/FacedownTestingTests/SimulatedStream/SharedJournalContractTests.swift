// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import FacedownTesting

@Suite("The contract of journals that nodes share", .timeLimit(.minutes(2)))
struct SharedJournalContractTests {
  @Test("is kept by the simulated stream", arguments: SharedJournalContract.all)
  func stream(promise: SharedJournalContract.Case) async throws {
    for seed in UInt64(1)...20 {
      try await promise.check(StreamUnderTest(seed: seed).underTest)
    }
  }

  @Test(
    "of journals with one writer is kept by a node that is alone",
    arguments: JournalContract.cases(for: []))
  func alone(promise: JournalContract.Case) async throws {
    let node = try await StreamUnderTest().underTest.node("a")
    try await promise.check(node.alone)
  }

  @Test("is broken by each sabotage in its own case, and each case by a sabotage")
  func sabotage() async throws {
    let promises = SharedJournalContract.all
    #expect(Set(SharedSabotage.allCases.map(\.rawValue)) == Set(promises.map(\.description)))
    for sabotage in SharedSabotage.allCases {
      let promise = try #require(promises.first { $0.description == sabotage.rawValue })
      let own: StreamSabotage? =
        switch sabotage {
        case .letsTwoDecide: .acceptsTwo
        case .leavesResults: .leavesResults
        default: nil
        }
      let stream = StreamUnderTest(sabotage: own) { SabotagedNodeJournal($0, sabotage) }
      await #expect(throws: ContractViolation.self, "\(sabotage)") {
        try await promise.check(stream.underTest)
      }
    }
  }
}
