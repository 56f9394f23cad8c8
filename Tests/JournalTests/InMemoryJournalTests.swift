// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Journal
import Testing

@Suite("The journal in memory", .timeLimit(.minutes(1)))
struct InMemoryJournalTests {
  @Test("keeps the contract", arguments: JournalContract.cases(for: []))
  func contract(promise: JournalContract.Case) async throws {
    try await promise.check(JournalUnderTest(InMemoryJournal()))
  }
}
