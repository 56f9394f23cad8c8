// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import MatchFixtures
import Testing

/// The server's folder, as the programs use it.
@Suite("The server's folder", .timeLimit(.minutes(2)))
struct DataTests {
  @Test("is locked by one server, which is named; the next one restores its rooms")
  func held() async throws {
    let folder = try TemporaryFolder()
    // The server creates its own folder.
    let data = folder.path + "/data"
    let storage = ["--data", data]
    let (_, first) = try await Programs.withServer(storage: storage) { server in
      #expect(server.outage == 0, "There was no server before.")
      let second = try await Programs.run(
        "facedown-server", ["--listen", "127.0.0.1:0"] + storage)
      #expect(second.code != 0)
      #expect(second.errors.contains("is in use by process"), "\(second.errors)")
      #expect(second.errors.contains("--wait"), "\(second.errors)")
      #expect(!second.errors.contains("Usage"), "\(second.errors)")
      let match = try await Programs.run(
        "facedown",
        ["bot", server.url, "--create", "--seats", "1", "--pairs", "2", "--json", "--reveal", "1"]
          + ["--pace", "fast"])
      #expect(match.code == 0, "\(match.errors)")
    }
    #expect(first == 0)
    let (restored, last) = try await Programs.withServer(storage: storage) { $0.restoredRooms }
    #expect(last == 0)
    #expect(restored == 1, "The bot's room is kept for a while.")
    let attributes = try FileManager.default.attributesOfItem(atPath: data)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
  }

  @Test("is locked while the server runs, which then serves its ratings itself")
  func ratings() async throws {
    let folder = try TemporaryFolder()
    let data = folder.path + "/data"
    _ = try await Programs.withServer(storage: ["--data", data]) { server in
      let held = try await Programs.run("facedown-server", ["ratings", "--data", data])
      #expect(held.code != 0)
      #expect(held.errors.contains("ask that server (facedown leaderboard"), "\(held.errors)")
      #expect(!held.errors.contains("Usage"), "\(held.errors)")
      let asked = try await Programs.run("facedown", ["leaderboard", server.url])
      #expect(asked.lines.first?.hasPrefix("Nobody is rated here yet.") == true)
      let mode = try await Programs.run(
        "facedown", ["leaderboard", server.url, "--mode", "blitz", "--json"])
      #expect(mode.lines.count == 1 && mode.lines.first?.contains("leaderboard") == true)
    }
    let free = try await Programs.run(
      "facedown-server", ["ratings", "--recompute", "--data", data])
    #expect(free.code == 0, "\(free.errors)")
    #expect(free.lines.first?.hasPrefix("Counted 0 rated matches by 0 players") == true)
  }

  @Test(
    "has each step on the disk before it is sent, as system calls show",
    .needs("python3"),
    .needs(
      "strace -o /dev/null true", orElse: "strace is not installed, or tracing is not permitted."))
  func synced() async throws {
    let traced = try await Programs.run(
      Programs.checkout + "/Tools/sync-before-send", [Programs.home])
    #expect(traced.code == 0, "\(traced.lines.joined(separator: "\n")) \(traced.errors)")
    #expect(traced.lines.last?.hasSuffix(" 0 of them without a sync since the one before") == true)
  }
}
