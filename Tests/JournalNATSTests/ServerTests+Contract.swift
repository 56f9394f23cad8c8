// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Journal
import NATSFixtures
import Testing

@testable import JournalNATS

extension ServerTests {
  @Suite("The journal of a world", .timeLimit(.minutes(15)))
  struct ContractTests {
    @Test("holds to the contract of every journal", arguments: [1, 3])
    func everyJournal(servers: Int) async throws {
      try await NATSCluster.run(servers, #require(NATSProgram.current)) { cluster in
        for (number, promise) in JournalContract.cases(for: []).enumerated() {
          // A world of its own for each is as fresh as servers of its own.
          let store = WorldUnderTest(cluster, world: "w\(number)")
          do {
            try await promise.check(store.underTest.node("a").alone)
          } catch {
            Issue.record("\(promise): \(error)")
          }
          try await store.close()
        }
      }
    }

    @Test("holds to the contract of journals that are shared", arguments: [1, 3])
    func sharedJournal(servers: Int) async throws {
      try await NATSCluster.run(servers, #require(NATSProgram.current)) { cluster in
        for (number, promise) in SharedJournalContract.all.enumerated() {
          let store = WorldUnderTest(cluster, world: "w\(number)")
          do {
            try await promise.check(store.underTest)
          } catch {
            Issue.record("\(promise): \(error)")
          }
          try await store.close()
        }
      }
    }
  }
}
