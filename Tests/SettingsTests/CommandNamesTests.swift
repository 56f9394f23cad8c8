// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Settings

@Suite("The names of a program's commands", .timeLimit(.minutes(1)))
struct CommandNamesTests {
  private let names = CommandNames(
    of: "program", ["serve", "check", "admin"],
    groups: ["admin": CommandNames(of: "program admin", ["rooms", "bans"], valued: ["--data"])],
    valued: ["--data", "--listen"])

  @Test(
    "say which was meant",
    arguments: [
      ("serv", "\"serv\" is not a command: did you mean serve?"),
      ("chekc file", "\"chekc\" is not a command: did you mean check?"),
      ("banana", "\"banana\" is not a command; program --help names them all."),
      ("admin roms", "\"roms\" is not a command: did you mean rooms?"),
      ("admin banana", "\"banana\" is not a command; program admin --help names them all."),
      ("--data X admin rooms", "say program admin rooms --data X."),
      ("--data=X admin rooms", "say program admin rooms --data=X."),
      ("--data admin check", "say program check --data admin."),
      ("--flag --other check --data X", "say program check --data X --flag --other."),
      ("admin --data X rooms", "say program admin rooms --data X."),
      ("--data it's;rm check", "say program check --data 'it'\\''s;rm'."),
    ])
  func mistakes(line: String, sentence: String) throws {
    let said = try #require(names.mistake(in: line.split(separator: " ").map(String.init)))
    #expect(said.hasSuffix(sentence), "\(said)")
  }

  @Test(
    "say nothing where all is well, or the parser says more",
    arguments: [
      "", "serve", "serve --listen x", "check file", "admin rooms --data check", "help serv",
      "--listen x", "--data check", "--listen serve --data admin", "--unknown", "serv --help", "-h",
      "--version", "admin", "admin help",
    ])
  func well(line: String) {
    #expect(names.mistake(in: line.split(separator: " ").map(String.init)) == nil)
  }

  @Test("say nothing to a terminal")
  func hostile() throws {
    let said = try #require(names.mistake(in: ["\u{1b}[31mserve"]))
    #expect(!said.utf8.contains(0x1b))
    let long = try #require(names.mistake(in: [String(repeating: "x", count: 100_000)]))
    #expect(long.utf8.count < 200)
  }
}
