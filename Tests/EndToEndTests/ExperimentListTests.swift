// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// `scripts/lab` runs the names it lists and refuses all others before it builds anything.
@Suite("The list of experiments", .timeLimit(.minutes(1)))
struct ExperimentListTests {
  @Test("has each subcommand of facedown-lab, and nothing that cannot run")
  func complete() async throws {
    let help = try await Programs.run("facedown-lab", ["--help"])
    let subcommands = Set(names(help.lines.drop { !$0.hasPrefix("SUBCOMMANDS") }))
    #expect(subcommands.count > 10, "\(help.lines)")
    let list = try await Programs.run("\(Programs.checkout)/scripts/lab", [])
    let listed = Set(names(list.lines[...]))
    #expect(subcommands.subtracting(listed) == [])
    // Programs other than facedown-lab, and a subcommand hidden from its help.
    #expect(listed.subtracting(subcommands) == ["kernel", "rated-match", "measure"])
    let unknown = try await Programs.run("\(Programs.checkout)/scripts/lab", ["juggling"])
    #expect(unknown.code == 2 && unknown.errors.contains("there is no experiment 'juggling'"))
  }

  private func names(_ lines: ArraySlice<String>) -> [String] {
    lines.compactMap { $0.firstMatch(of: /^  ([a-z][a-z-]*)/).map { String($0.1) } }
  }
}
