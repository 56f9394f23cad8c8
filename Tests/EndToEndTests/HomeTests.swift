// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// The program without a command, at a real terminal.
@Suite("From home", .timeLimit(.minutes(4)))
struct HomeTests {
  private func driver(_ name: String, _ arguments: [String]) async throws -> Finished {
    try await Programs.run(
      "/usr/bin/python3",
      ["\(Programs.checkout)/Tests/EndToEndTests/Drivers/\(name).py", Programs.path("facedown")]
        + arguments)
  }

  @Test(
    "into a match against a bot and back, by keys or by mouse only, resized during the deal",
    .needs("python3", "tmux"),
    arguments: ["keys", "mouse"])
  func match(by hand: String) async throws {
    // There is no settings file, and none can be created, even by root.
    let visit = try await driver("from_home", ["/dev/null", hand, "characters"])
    #expect(visit.code == 0, "\(visit.errors)")
    #expect(visit.lines == ["The match is over.", "Home again.", "ended: 010 echo"])
  }

  @Test(
    "rooms are listed as they open, and joined from the list; lost servers are reported",
    .needs("python3", "tmux"))
  func rooms() async throws {
    let (visit, _) = try await Programs.withServer { server in
      try await driver("rooms", [server.url])
    }
    #expect(visit.code == 0, "\(visit.errors)")
    #expect(
      visit.lines == [
        "No rooms.", "A room came.", "In the room.", "In the list again.", "ended: 010 echo",
      ])
  }

  @Test("a port in use is reported in the server's words")
  func portInUse() async throws {
    let (refused, _) = try await Programs.withServer { server in
      let address = String(server.url.dropFirst("ws://".count))
      return try await Programs.run("facedown", ["host", "--listen", address, "--plain"])
    }
    #expect(refused.code != 0)
    #expect(refused.errors.contains("is in use"), "\(refused.errors)")
    #expect(!refused.errors.contains("Usage"), "\(refused.errors)")
  }

  @Test("without a terminal it shows the help")
  func noTerminal() async throws {
    let finished = try await Programs.run("facedown", [])
    #expect(finished.code == 0)
    #expect(finished.lines.first == "OVERVIEW: Multiplayer Memory in a terminal.")
    #expect(finished.lines.contains { $0.hasPrefix("  play ") })
  }

  @Test("settings are written, shown with their source, and refused if invalid")
  func config() async throws {
    let set = try await Programs.run("facedown", ["config", "set", "rate", "fast"])
    #expect(set.code != 0)
    #expect(set.errors.contains("rate is \"fast\": choose one of full, low, on-change."))
    let key = try await Programs.run("facedown", ["config", "set", "speed", "low"])
    #expect(key.errors.contains("There is no setting \"speed\": facedown config lists"))
    let flag = try await Programs.run("facedown", ["play", "--palette", "rainbow"])
    #expect(flag.errors.contains("--palette is \"rainbow\": choose one of default"))
    let word = try await Programs.run("facedown", ["plya"])
    #expect(word.errors.contains("\"plya\" is not a command: did you mean play?"))
    let shown = try await Programs.run("facedown", ["config", "--rate", "low"])
    #expect(shown.code == 0)
    #expect(shown.lines.contains { $0.hasPrefix("rate ") && $0.hasSuffix("--rate") })
  }
}
