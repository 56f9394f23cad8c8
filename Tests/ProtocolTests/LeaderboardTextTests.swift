// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@Suite("Leaderboards as text", .timeLimit(.minutes(1)))
struct LeaderboardTextTests {
  @Test(
    "numbers have two digits behind the point, whatever they are",
    arguments: [
      (0.0, "0.00"), (-0.001, "0.00"), (1.005, "1.00"), (1.006, "1.01"), (-1.5, "-1.50"),
      (-0.25, "-0.25"), (99.999, "100.00"), (1e6, "1000000.00"), (.nan, "-"), (.infinity, "-"),
      (1e300, "-"),
    ])
  func hundredths(number: Double, text: String) {
    #expect(number.hundredths == text)
  }

  @Test("columns are as wide as what is in them, and the head stays over an empty list")
  func columns() {
    let empty = Leaderboard(id: RequestID(1), mode: .classic, rows: [])
    #expect(empty.lines == ["Rank  Rating  Mu  Sigma  Matches  Player"])
    let row = Leaderboard.Row(
      rank: 12_345, player: Player(name: "Ada"), shown: -1234.5, mu: 1, sigma: 2, matches: 7)
    let full = Leaderboard(id: RequestID(1), mode: .classic, rows: [row, row])
    #expect(
      full.lines == [
        " Rank    Rating    Mu  Sigma  Matches  Player",
        "12345  -1234.50  1.00   2.00        7  Ada",
        "12345  -1234.50  1.00   2.00        7  Ada",
      ], "Who has no id cannot be told from one of the same name.")
  }
}
