// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import MatchUI

@Suite("Sentences about replays", .timeLimit(.minutes(1)))
struct ReplaySentencesTests {
  private func result(
    _ lines: [(name: String, score: Int)], _ mode: MatchSettings.Mode = .memorize
  ) -> String {
    ReplaySentences.result(
      ReplaySummary(
        matchID: "m", settings: MatchSettings(mode: mode), endedAt: .zero,
        standings: lines.enumerated().map { index, line in
          Standing(
            rank: index + 1, seat: SeatIndex(index), player: Player(name: line.name),
            score: line.score, pairs: 2)
        }))
  }

  @Test("The winner comes first, and a player with a higher score is marked as resigned")
  func forfeits() {
    #expect(result([("Ada", 28), ("Bob", 4)]) == "Ada 28, Bob 4")
    #expect(result([("Ada", 4), ("Bob", 28)]) == "Ada 4, Bob 28 (resigned)")
    #expect(
      result([("Ada", 9), ("Bob", 4), ("Cy", 6), ("Di", 2)])
        == "Ada 9, Bob 4, Cy 6 (resigned), Di 2 (resigned)")
    #expect(result([("Ada", 4), ("Bob", 4)]) == "Ada 4, Bob 4")
    #expect(result([("Ada", 0), ("Bob", 0)], .zen) == "Ada 2, Bob 2")
    #expect(result([]) == "")
  }
}
