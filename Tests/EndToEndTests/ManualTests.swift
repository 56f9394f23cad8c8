// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import MatchFixtures
import Testing

/// Manual pages and completions, generated from the programs of this build.
@Suite("Manual pages and completions", .timeLimit(.minutes(2)))
struct ManualTests {
  /// Generates them in a temporary folder for `body`.
  private func withManuals<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let folder = try TemporaryFolder()
    let made = try await Programs.run(
      "\(Programs.checkout)/scripts/docs", ["manuals", Programs.home, folder.path])
    #expect(made.code == 0, "\(made.errors)")
    return try await body(folder.path)
  }

  @Test(
    "render without a warning, and document every option of the help",
    .needs("python3", "mandoc"))
  func pages() async throws {
    try await withManuals { folder in
      let programs = [
        ("facedown", [["join"], ["config", "set"], ["bot"]]),
        ("facedown-server", [["serve"], ["ratings"]]),
      ]
      for (program, commands) in programs {
        let page = "\(folder)/man/\(program).1"
        let lint = try await Programs.run("mandoc", ["-T", "lint", "-W", "warning", page])
        #expect(lint.code == 0, "\(lint.lines.joined(separator: "\n"))")
        let shown = try await Programs.run("mandoc", ["-T", "ascii", "-O", "width=200", page])
        // Bold and underlined letters are overstruck.
        let text = shown.lines.joined(separator: "\n").replacing(/.\u{8}/, with: "")
        for command in commands {
          let name = command.joined(separator: " ")
          #expect(text.contains("\n   \(name)\n") == true, "\(program) \(name)")
          let help = try await Programs.run(program, command + ["--help"])
          let options = help.lines.compactMap { $0.firstMatch(of: /^  (--[\w-]+)/)?.1 }
          #expect(help.code == 0 && !options.isEmpty)
          let missing = options.filter { !text.contains($0) }
          #expect(missing.isEmpty, "\(program) \(name)")
        }
      }
    }
  }

  @Test(
    "work in bash, zsh and fish",
    .needs("python3", "zsh", "fish"))
  func completions() async throws {
    let lines = try await withManuals { folder in
      try await Programs.run(
        "/usr/bin/python3",
        [
          "-B", "\(Programs.checkout)/Tests/EndToEndTests/Drivers/completions.py", folder,
          Programs.home,
        ]
      ).lines
    }
    let words = [
      ("facedown wat", "watch"), ("facedown-server rat", "ratings"),
      ("facedown bot --pace f", "fast"),
    ]
    #expect(
      lines
        == words.flatMap { typed, word in
          ["bash", "zsh", "fish"].map { "\($0): \(typed): \(word)" }
        })
  }
}
