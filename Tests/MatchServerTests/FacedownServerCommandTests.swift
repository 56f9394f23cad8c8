// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import MatchServer

@Suite("The server's command line", .timeLimit(.minutes(1)))
struct FacedownServerCommandTests {
  private func mistake(_ line: String) -> String? {
    FacedownServerCommand.mistake(in: line.split(separator: " ").map(String.init))
  }

  @Test("suggests the command that was meant")
  func mistakes() {
    #expect(mistake("serv") == "\"serv\" is not a command: did you mean serve?")
    #expect(mistake("admin statsu") == "\"statsu\" is not a command: did you mean status?")
    #expect(mistake("--data X admin rooms")?.hasSuffix("admin rooms --data X.") == true)
    #expect(mistake("--json check file")?.hasSuffix("facedown-server check file --json.") == true)
    #expect(mistake("--socket S backup f")?.hasSuffix("backup f --socket S.") == true)
  }

  @Test(
    "leaves valid lines, and errors it does not know, to the parser",
    arguments: [
      "", "--in-memory", "--listen 127.0.0.1:0 --data admin", "serve --in-memory", "check file",
      "admin rooms --data X", "--no-such-flag", "restore", "--help", "help", "--config serve",
      "--generate-completion-script bash",
    ])
  func well(line: String) {
    #expect(mistake(line) == nil)
  }
}
