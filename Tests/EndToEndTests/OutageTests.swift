// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import MatchFixtures
import Testing

/// The programs over a journal that cannot be written for a while.
@Suite("A match while the journal cannot be written", .timeLimit(.minutes(2)))
struct OutageTests {
  @Test(
    "pauses while the disk is full, resumes when there is room, and loses nothing",
    .needs(
      "disk=$(mktemp -d) && mount -t tmpfs -o size=1m tmpfs $disk && umount $disk; "
        + "status=$?; rmdir $disk; exit $status",
      orElse: "Only the superuser can mount a small disk."))
  func full() async throws {
    let disk = try TemporaryFolder()
    try #require(try await shell("mount -t tmpfs -o size=1m tmpfs '\(disk.path)' 2>&1"))
    try await play(
      over: disk.path, breaking: "cat /dev/zero >'\(disk.path)/ballast' 2>&1",
      mending: "rm '\(disk.path)/ballast'")
    let unmounted = try await shell("umount '\(disk.path)'")
    #expect(unmounted)
  }

  @Test("pauses while no file may grow, whatever the outcome of the current step")
  func limited() async throws {
    let folder = try TemporaryFolder()
    let server = "$(cat '\(folder.path)/data/lock')"
    try await play(
      over: folder.path, breaking: "prlimit --pid \(server) --fsize=4096:unlimited",
      mending: "prlimit --pid \(server) --fsize=unlimited:unlimited")
  }

  @Test(
    "pauses while the files are read-only, and resumes when they are writable",
    .needs(
      "file=$(mktemp) && chattr +i $file && chattr -i $file; status=$?; rm $file; exit $status",
      orElse: "Only the superuser can make files immutable, where the file system has that."))
  func readOnly() async throws {
    let folder = try TemporaryFolder()
    let files = "'\(folder.path)'/data/journal*"
    try await play(
      over: folder.path, breaking: "chattr +i \(files)", mending: "chattr -i \(files)")
  }

  /// Plays a match whose journal cannot be written from the first flip until the server has logged
  /// it.
  private func play(over folder: String, breaking: String, mending: String) async throws {
    let log = try TemporaryFolder()
    let errors = log.path + "/errors"
    let (lines, code) = try await Programs.withServer(
      storage: ["--data", folder + "/data"], log: errors
    ) { server in
      let (flips, turned) = AsyncStream.makeStream(of: Void.self)
      async let isNoticed = outage(from: flips, log: errors, breaking, mending)
      let match = try await Programs.run(
        "facedown",
        ["bot", server.url, "--create", "--seats", "1", "--pairs", "4", "--json", "--reveal", "1"]
          + ["--pace", "fast"]
      ) { line in
        if line.contains(#""flipped""#) { turned.yield() }
      }
      turned.finish()
      #expect(match.code == 0, "\(match.errors)")
      #expect(try await isNoticed, "The server says that its journal cannot be written.")
      return match.lines
    }
    #expect(code == 0)
    #expect(lines.contains { $0.contains("clockAdjusted") }, "The time is refunded.")
    #expect(lines.contains { $0.contains(#""ended""#) })
    let said = try String(contentsOfFile: errors, encoding: .utf8)
    #expect(said.contains("The journal can be written again."), "\(said)")
  }

  /// Breaks the journal at the first flip, and repairs it when the server has noticed.
  private func outage(
    from flips: AsyncStream<Void>, log: String, _ breaking: String, _ mending: String
  ) async throws -> Bool {
    for await _ in flips {
      // A growing log cannot be awaited: the shell polls, half a minute at most.
      return try await shell(
        """
        \(breaking)
        for attempt in $(seq 300); do
          grep -q 'requests are refused until' '\(log)' && break
          sleep 0.1
        done
        \(mending)
        grep -q 'requests are refused until' '\(log)'
        """)
    }
    return false
  }

  private func shell(_ script: String) async throws -> Bool {
    try await Programs.run("sh", ["-c", script]).code == 0
  }
}
