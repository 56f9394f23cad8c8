// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

/// Disturbances of a real server that need real processes.
@Suite("Abuse", .timeLimit(.minutes(2)))
struct AbuseTests {
  private struct Report: Decodable {
    struct Latency: Decodable {
      let p50: Double?
    }

    let playersMs: Latency
    let lostEntries: Int
    let unansweredIntents: Int
    let journalIsIntact: Bool?
  }

  @Test(
    "a journal that answers late delays what players see, and loses nothing",
    .needs(
      "strace -o /dev/null true", orElse: "strace is not installed, or tracing is not permitted."))
  func slowJournal() async throws {
    let run = try await Programs.run(
      "facedown-lab",
      [
        "load", "play", "--rooms", "1", "--seats", "2", "--rate", "1", "--durable",
        "--journal-delay", "300", "--seconds", "4", "--warm-up", "0",
      ])
    try #require(run.code == 0 && run.lines.count == 1, "\(run)")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let report = try decoder.decode(Report.self, from: Data(run.lines[0].utf8))
    #expect(try #require(report.playersMs.p50) >= 300, "\(run.lines[0])")
    #expect(report.lostEntries == 0 && report.unansweredIntents == 0)
    #expect(report.journalIsIntact == true)
  }

  @Test("each trial prints a line, and the last one counts them")
  func trials() async throws {
    let run = try await Programs.run(
      "facedown-lab",
      [
        "load", "abuse", "quiet", "--rooms", "2", "--seconds", "4", "--warm-up", "6",
        "--tolerance", "1000",
      ])
    #expect(run.lines.count == 3 && run.lines[0].hasPrefix("trial,"), "\(run)")
    #expect(run.lines.dropFirst().first?.hasPrefix("quiet,") == true, "\(run)")
    #expect(run.code == 0 && run.lines.last == "1 passed, 0 failed", "\(run)")
  }
}
