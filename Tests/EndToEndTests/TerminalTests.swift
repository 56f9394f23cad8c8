// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// People at real terminals: tmux is the terminal, with keys as input and screens as output.
@Suite("Terminals", .timeLimit(.minutes(3)))
struct TerminalTests {
  @Test(
    "two people in two tmux panes and a bot play a whole match by keys",
    .needs("python3", "tmux"))
  func twoPanes() async throws {
    let (played, _) = try await Programs.withServer { server in
      let (codes, code) = AsyncStream<String>.makeStream()
      async let bot = Programs.run(
        "facedown",
        ["bot", server.url, "--create", "--pairs", "2", "--seats", "3", "--reveal", "1"]
          + ["--pace", "fast", "--json"]
      ) { line in
        if let found = value(of: "code", in: line) { code.yield(found) }
      }
      guard let room = await codes.first(where: { _ in true }) else { throw ProgramError.noCode }
      let played = try await Programs.run(
        "/usr/bin/python3",
        [
          Programs.checkout + "/Tests/EndToEndTests/Drivers/two_panes.py",
          Programs.path("facedown"), server.url, room,
        ])
      _ = try await bot
      return played
    }
    #expect(played.code == 0, "\(played.errors)")
    let screens = played.lines.joined(separator: "\n")
    // Both saw the same final table, and both terminals are restored.
    for name in ["Ana", "Ben"] {
      #expect(screens.components(of: name) >= 2, "\(screens)")
    }
    #expect(played.lines.contains("ana: alternate screen and cursor 01"))
    #expect(played.lines.contains("ben: alternate screen and cursor 01"))
  }

  @Test("without a terminal, play reports one match between bots and exits with 0")
  func playWithoutTerminal() async throws {
    let played = try await Programs.run(
      "facedown", ["play", "--pairs", "2", "--reveal", "1"])
    #expect(played.code == 0, "\(played.errors)")
    #expect(played.lines.dropLast().last?.hasPrefix("The match is over. 1. ") == true)
    #expect(played.lines.last?.hasPrefix("Verified: the deal was fair, ") == true)
  }
}

extension String {
  /// How often `part` occurs.
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
