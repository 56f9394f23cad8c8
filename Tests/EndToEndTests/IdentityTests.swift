// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing
import Wire

/// A key on the disk, a proof over real sockets, and the player in the log.
@Suite("A player's key", .timeLimit(.minutes(2)))
struct IdentityTests {
  /// The player in the first seat, after a solo match of a bot with a key.
  private func player(
    with key: String, server arguments: [String]
  ) async throws -> (player: Player?, errors: String) {
    let (finished, _) = try await Programs.withServer(arguments) { server in
      try await Programs.run(
        "facedown",
        ["bot", server.url, "--create", "--pairs", "2", "--seats", "1", "--pace", "fast"]
          + ["--seed", "1", "--reveal", "1", "--identity", key, "--json"] + server.trust)
    }
    #expect(finished.code == 0, "\(finished.errors)")
    for line in finished.lines.dropFirst() {
      if case .entry(let entry) = try LogLine(json: line), case .seated(let seated) = entry.event {
        return (seated.player, finished.errors)
      }
    }
    return (nil, finished.errors)
  }

  @Test("is created, shown, and proven to a server by its dialled name only")
  func proven() async throws {
    let folder = try await Programs.run("mktemp", ["-d"]).lines.first ?? "/nonexistent"
    let key = "\(folder)/key.pem"
    let made = try await Programs.run("facedown", ["identity", "--make", key])
    #expect(made.code == 0, "\(made.errors)")
    let id = made.lines.compactMap { line in
      line.hasPrefix("Player ") ? line.split(separator: " ").last.map { String($0) } : nil
    }.first
    let shown = try await Programs.run("facedown", ["identity", "--identity", key])
    #expect(shown.lines == made.lines)

    for tls in [[], ["--tls-self-signed"]] {
      let known = try await player(with: key, server: tls)
      #expect(known.player?.id == id && id?.count == 32)
      #expect(known.errors == "")
    }
    let guest = try await player(with: key, server: ["--public-name", "play.example.org"])
    #expect(guest.player != nil && guest.player?.id == nil)
    #expect(guest.errors.contains("play.example.org:"))

    _ = try await Programs.run("chmod", ["644", key])
    let exposed = try await Programs.run(
      "facedown", ["join", "ws://127.0.0.1:1/K7QF2", "--identity", key])
    #expect(exposed.code != 0)
    #expect(exposed.errors.contains("chmod 600"))
    _ = try await Programs.run("rm", ["-r", folder])
  }

  @Test(
    "is used by one window per server: a second window plays as a guest",
    .needs("python3"))
  func windows() async throws {
    let visit = try await Programs.run(
      "/usr/bin/python3",
      ["\(Programs.checkout)/Tests/EndToEndTests/Drivers/windows.py", Programs.path("facedown")])
    #expect(visit.errors == "")
    #expect(
      visit.lines == [
        "ben You are already playing in another window, so here you are a guest.",
        "ada Ben takes seat 2",
      ])
  }
}
