// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchFixtures
import MatchUI
import Replays
import Testing

@Suite("Summary of a match", .timeLimit(.minutes(1)))
struct MatchSummaryTests {
  private func statistics() throws -> MatchStatistics {
    var match = ScriptedMatch(["Ana", "Ben"], faces: [0, 0, 1, 1, 2, 2])
    match.begin()
    match.deal()
    match.choose(0, 2)
    match.choose(3, 2)
    match.choose(1, 0)
    match.choose(4, 5)
    match.pass(.seconds(5))
    return MatchStatistics(of: try #require(MatchRecord(of: "match", in: match.log.entries)))
  }

  @Test("has a sentence for each award")
  func awards() throws {
    let match = try statistics()
    let name = try #require(match.players.first?.player.name)
    #expect(
      MatchSummary(of: match).awards == [
        "Longest streak: \(name), 3 pairs in a row", "Boldest guess: \(name), 1 pair unseen",
      ])
  }

  @Test("is shared as a line a player with a square a turn, and names no card")
  func shared() throws {
    let match = try statistics()
    let lines = MatchSummary(of: match, link: "https://play.example.org/").shared
      .split(separator: "\n")
    let players = match.players
    #expect(
      lines == [
        "Facedown: memorize, 3 pairs",
        "1. \(players[0].player.name) \(players[0].score) 🟩🟩🟨",
        "2. \(players[1].player.name) \(players[1].score) ⬜",
        "https://play.example.org/",
      ])
  }
}
