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
    var match = ScriptedMatch(["Ana", "Ben"], faces: [0, 0, 1, 1, 2, 2, 3, 3])
    match.begin()
    match.deal()
    match.choose(0, 2)
    match.choose(3, 2)
    match.choose(1, 0)
    match.choose(4, 5)
    match.choose(6, 7)
    match.pass(.seconds(5))
    return MatchStatistics(of: try #require(MatchRecord(of: "match", in: match.log.entries)))
  }

  @Test("has a sentence for each award")
  func awards() throws {
    let match = try statistics()
    let name = try #require(match.players.first?.player.name)
    #expect(
      MatchSummary(of: match).awards == [
        "Longest streak: \(name), 4 pairs in a row", "Boldest guess: \(name), 1 pair sight unseen",
      ])
    #expect(
      MatchSummary(of: match, you: match.players[0].seat).awards == [
        "Longest streak: you, 4 pairs in a row", "Boldest guess: you, 1 pair sight unseen",
      ])
    #expect(
      MatchSummary(of: match, you: match.players[1].seat).awards == MatchSummary(of: match).awards)
  }

  @Test("has the winner's pairs, and everyone's course between the lowest and the highest score")
  func course() throws {
    let match = try statistics()
    let summary = MatchSummary(of: match)
    let (winner, other) = (match.players[0], match.players[1])
    #expect(summary.trophies == [Face(1), Face(0), Face(2), Face(3)])
    let course = summary.course(of: winner.seat, count: 48)
    #expect(course.count == 5)
    #expect(course.last == 1)
    #expect(course == course.sorted())
    #expect(summary.course(of: other.seat, count: 48) == [0, 0, 0, 0, 0])
    #expect(summary.course(of: winner.seat, count: 3) == [course[0], course[2], course[4]])
    #expect(summary.course(of: winner.seat, count: 1) == [])
    #expect(summary.course(of: SeatIndex(7), count: 48) == [])
  }

  @Test("is shared as a line a player with a square a turn, and names no card")
  func shared() throws {
    let match = try statistics()
    let lines = MatchSummary(of: match, link: "https://play.example.org/").shared
      .split(separator: "\n")
    let players = match.players
    #expect(
      lines == [
        "Facedown: memorize, 4 pairs",
        "1. \(players[0].player.name) \(players[0].score) 🟩🟩🟨🟩",
        "2. \(players[1].player.name) \(players[1].score) ⬜",
        "https://play.example.org/",
      ])
  }
}
