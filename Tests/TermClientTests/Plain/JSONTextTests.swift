// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Foundation
import Game
import Protocol
import Replays
import Testing

@testable import TermClient

@Suite("JSON that this program writes", .timeLimit(.minutes(1)))
struct JSONTextTests {
  @Test(
    "decodes to the original text",
    arguments: [
      "", "Ana \"A\" \\ \n\r\t", "\u{1b}[2J\u{0}\u{7f}", "Zoë 🎈 👩‍🚀", "\u{2028}\u{202e}\u{9b}",
      "\u{2066}\u{e0001}\u{f0000}",
    ])
  func strings(_ text: String) throws {
    let json = JSONText.array([JSONText.string(text)])
    #expect(!json.unicodeScalars.contains { !$0.isPrintable })
    let read = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String]
    #expect(read == [text])
  }

  @Test("writes numbers with six decimals", arguments: [0, 0.04, 1.5, -2.25, 1234.000001, 0.625])
  func numbers(_ value: Double) throws {
    let json = "[\(JSONText.number(value))]"
    let read = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [Double]
    #expect(abs((read?.first ?? .infinity) - value) < 1e-6)
  }

  @Test("contains a match's statistics")
  func statistics() throws {
    let statistics = MatchStatistics(of: try ReplayVerdictTests.record())
    let json =
      try JSONSerialization.jsonObject(
        with: Data(StatisticsText.json(statistics).utf8)) as? [String: Any]
    let players = json?["players"] as? [[String: Any]]
    #expect(json?["match"] as? String == "m1" && players?.count == 1)
    #expect(players?.first?["pairs"] as? Int == 2)
    #expect((players?.first?["recall"] as? [Any])?.count == 6)
    let lines = StatisticsText.lines(statistics)
    #expect(lines.first?.contains("memorize, 2 pairs, finished after") == true)
    #expect(lines.allSatisfy { !$0.contains("\u{1b}") })
    #expect(lines.contains { $0.contains("2 pairs in") })
  }
}
