// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// Real processes with a low limit of open files.
@Suite("Few descriptors", .timeLimit(.minutes(2)))
struct FewDescriptorsTests {
  /// Runs one of our programs with at most `limit` open files.
  private func run(_ program: String, _ arguments: [String], limit: Int) async throws -> Finished {
    try await Programs.run(
      "sh",
      ["-c", "ulimit -n \(limit); exec \"$@\"", "sh", Programs.path(program)] + arguments)
  }

  @Test("are reported by a server that needs more", arguments: [10, 16, 32, 63])
  func server(limit: Int) async throws {
    let finished = try await run(
      "facedown-server", ["--in-memory", "--listen", "127.0.0.1:0"], limit: limit)
    #expect(finished.code > 0 && finished.lines.isEmpty)
    #expect(finished.errors.contains("ulimit -n"), "\(finished.errors)")
  }

  @Test(
    "are reported by a client that needs more",
    // With fewer than seven the concurrency runtime cannot start at all.
    arguments: [7, 8, 10, 16, 31], [["rooms", "ws://127.0.0.1:1"], ["play", "--plain"]])
  func client(limit: Int, arguments: [String]) async throws {
    let finished = try await run("facedown", arguments, limit: limit)
    #expect(finished.code > 0 && finished.lines.isEmpty)
    #expect(finished.errors.contains("ulimit -n"), "\(finished.errors)")
  }
}
