// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import MatchUI

@Suite("Leaderboards in plain text", .timeLimit(.minutes(1)))
struct LeaderboardSentencesTests {
  private func board(_ mode: MatchSettings.Mode, _ names: [String]) -> Leaderboard {
    Leaderboard(
      id: RequestID(1), mode: mode,
      rows: names.enumerated().map { index, name in
        Leaderboard.Row(
          rank: index + 1, player: Player(name: name, id: "id\(index)\(index)"), shown: 3.437,
          mu: 27.635, sigma: 8.066, matches: 1)
      })
  }

  @Test("show each mode with players, under its name")
  func tables() {
    let text = LeaderboardSentences.table([
      board(.memorize, ["Ada", "Ada"]), board(.classic, []), board(.oneFlip, ["\u{1b}[2J"]),
    ])
    #expect(
      text == """
        memorize
        #  Rating  Matches  Player
        1    1603        1  Ada \u{b7}id00
        2    1603        1  Ada \u{b7}id11

        one flip
        #  Rating  Matches  Player
        1    1603        1  \u{fffd}[2J
        """)
  }

  @Test(
    "show ratings as whole numbers around 1500",
    arguments: [
      (0, "1500"), (3.437, "1603"), (-1.83, "1445"), (.nan, "-"), (.infinity, "-"), (-1e30, "-"),
    ] as [(Double, String)])
  func ratings(shown: Double, text: String) {
    #expect(RatingScale.text(shown) == text)
    #expect(RatingScale.change(from: shown, to: shown) == (text == "-" ? "-" : "+0"))
  }

  @Test("say how to get listed if they are empty")
  func empty() {
    let one = LeaderboardSentences.table([board(.blitz, [])])
    #expect(one.hasPrefix("Nobody is rated in blitz here yet.") && one.hasSuffix("--rated."))
    let all = LeaderboardSentences.table([board(.blitz, []), board(.classic, [])])
    #expect(all.hasPrefix("Nobody is rated here yet."))
    #expect(LeaderboardSentences.unrated(.zen).contains("memorize, classic, oneFlip, blitz"))
  }
}
