// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import MatchClient
import MatchUI
import Protocol
import Testing

@testable import TermClient

@Suite("facedown profile", .timeLimit(.minutes(1)))
struct ProfileCommandTests {
  private let set = ResolvedSettings(environment: { $0 == "FACEDOWN_SERVER" ? "ws://h:9" : nil })

  private func target(_ words: String...) throws -> (url: String, player: String?) {
    let command = try #require(
      try FacedownCommand.parseAsRoot(["profile"] + words) as? ProfileCommand)
    let (url, player) = try command.target(set)
    return (url.description, player)
  }

  @Test("takes a name or an ID, and a server; without a name it is one's own")
  func arguments() throws {
    let id = String(repeating: "ab23", count: 8)
    #expect(try target() == ("ws://h:9", nil))
    #expect(try target("Ada") == ("ws://h:9", "Ada"))
    #expect(try target("Ann ee", "ws://a:1") == ("ws://a:1", "Ann ee"))
    #expect(try target(id) == ("ws://h:9", id))
    #expect(try target("ws://a:1") == ("ws://a:1", nil))
  }

  @Test(
    "refuses what no player can be called, with a sentence",
    arguments: [
      ("", "Which player?"), ("  ", "Which player?"), ("A\u{1b}[2J", "invisible"),
      ("Ann\u{202e}", "invisible"), (String(repeating: "a", count: 25), "at most 24 characters"),
      (String(repeating: "A", count: 32), "an ID is 32"),
      ("a" + String(repeating: "\u{301}", count: 60), "at most 24 characters"),
    ])
  func wrong(_ name: String, says: String) {
    let error = #expect(throws: ValidationError.self) { try PlayerArgument(name).checked() }
    #expect(error?.message.contains(says) == true)
  }

  @Test("prints the lines of a profile, and of the players of one name")
  func lines() {
    let clock = WallClock(now: .zero) { _ in 0 }
    let lines = ProfileLine.lines(
      of: ProfileScreenTests.profile(), you: nil, clock, columns: 10
    ).map(\.printed)
    func isChart(_ line: String) -> Bool {
      line.unicodeScalars.contains { (0x2801...0x28ff) ~= $0.value }
    }
    #expect(
      lines.filter { !isChart($0) } == [
        "Ada", "3 matches, 2 won, best recall 4 of 5.", "", "memorize: 3 matches, 2 won",
        "Rating 1635 after 2 rated matches.", "", "Opponents",
        "Bob                       2 won, 1 lost", "", "Themes", "food (3 matches)", "",
        "Last matches",
        "just now          memorize  Ada 12  m0", "just now          memorize  Ada 12  m1", "",
        "Player ID", "a",
      ])
    let chart = lines.filter(isChart)
    #expect(chart.count == 3 && chart[0].hasSuffix("  1635") && chart[2].hasSuffix("  1470"))
  }
}
