// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Lab

@Suite("Backup delays", .timeLimit(.minutes(1)))
struct BackupDelaysTests {
  @Test("are measured on a journal as large as asked for")
  func size() async throws {
    let folder = try TemporaryDirectory()
    let outcome = try await BackupDelays.measure(megabytes: 2, commits: 20, in: folder.path)
    let words = outcome.backup.split(separator: " ")
    let bytes = try #require(words.count == 6 ? Int(words[2]) : nil, "\(outcome.backup)")
    #expect((2_000_000...4_000_000).contains(bytes), "\(outcome.backup)")
    #expect(outcome.alone.count == 20 && !outcome.during.isEmpty)
  }
}
