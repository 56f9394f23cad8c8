// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Game
import MatchFixtures
import Testing

@testable import Lab

/// Real processes, real sockets, a real journal.
///
/// `scripts/lab crashes` is the long form.
@Suite("Servers that end", .timeLimit(.minutes(5)), .serialized)
struct CrashTrialTests {
  private func plan(_ folder: URL) -> CrashTrial.Plan {
    var plan = CrashTrial.Plan(folder: folder.path)
    plan.program =
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "facedown-server").path
    return plan
  }

  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    try await body(URL(filePath: folder.path + "/trial"))
  }

  @Test("repeated kills during matches lose nothing that anyone saw")
  func kills() async throws {
    try await inFolder { folder in
      var plan = plan(folder)
      (plan.ends, plan.tables, plan.pairs) = (5, 3, 4)
      let outcome = try await CrashTrial.run(plan)
      #expect(outcome.faults == [])
      #expect(outcome.ends == 5)
      #expect(outcome.matches >= 3)
      #expect(outcome.comebacks >= 10)
      #expect(outcome.entriesSeen > 100)
      #expect(outcome.entriesWatched > 30)
    }
  }

  @Test("entries sent twice or never are found")
  func gaps() {
    let entries = [3, 4, 4, 5, 8].map { seq in
      Entry(seq: seq, at: .zero, event: .vacated(SeatIndex(0)))
    }
    #expect(
      CrashTrial.gaps(in: entries) == [
        "was sent entry 4 right after entry 4.", "was sent entry 8 right after entry 5.",
      ])
    #expect(CrashTrial.gaps(in: Array(entries.prefix(2))) == [])
  }

  @Test("shut down under two hundred playing bots while a successor waits, all matches finish")
  func deploy() async throws {
    try await inFolder { folder in
      var plan = plan(folder)
      (plan.ends, plan.tables, plan.pairs, plan.isPolite) = (1, 100, 6, true)
      let outcome = try await CrashTrial.run(plan)
      #expect(outcome.faults == [])
      #expect(outcome.matches == 100)
      #expect(outcome.comebacks >= 200)
    }
  }
}
