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
      try await Self.check(JournalContract.cases(for: []), servers: servers) { promise, world in
        try await promise.check(world.underTest.node("a").alone)
      }
    }

    @Test("holds to the contract of journals that are shared", arguments: [1, 3])
    func sharedJournal(servers: Int) async throws {
      try await Self.check(SharedJournalContract.all, servers: servers) { promise, world in
        try await promise.check(world.underTest)
      }
    }

    /// How many cases are checked at a time, each on servers of its own: they mostly wait.
    private static let strands = 4

    /// Checks each case in a world of its own, which is as fresh as servers of its own.
    private static func check<Promise: Sendable>(
      _ promises: [Promise], servers: Int,
      _ check: @escaping @Sendable (Promise, WorldUnderTest) async throws -> Void
    ) async throws {
      let program = try #require(NATSProgram.current)
      try await withThrowingTaskGroup { group in
        for strand in 0..<strands {
          group.addTask {
            try await NATSCluster.run(servers, program) { cluster in
              for number in stride(from: strand, to: promises.count, by: strands) {
                let world = WorldUnderTest(cluster, world: "w\(number)")
                do {
                  try await check(promises[number], world)
                } catch {
                  Issue.record("\(promises[number]): \(error)")
                }
                try await world.close()
              }
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
