// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchFixtures
import Testing

@testable import Replays

@Suite("Statistics of a match", .timeLimit(.minutes(1)))
struct MatchStatisticsTests {
  private func statistics(of match: ScriptedMatch) throws -> MatchStatistics {
    MatchStatistics(of: try #require(MatchRecord(of: "match", in: match.log.entries)))
  }

  @Test("counts turns, pairs, streaks and chances to recall")
  func counts() throws {
    // Places are slots: 0 0 1 1 2 2.
    var match = ScriptedMatch(["Ana", "Ben"], faces: [0, 0, 1, 1, 2, 2])
    match.begin()
    match.deal()
    let first = match.turnSeat
    match.choose(0, 2)
    // The mate of 3 was the last card shown before it.
    match.choose(3, 2)
    // The mate of 1 was shown three cards before it.
    match.choose(1, 0)
    match.choose(4, 5)
    match.pass(.seconds(5))
    let statistics = try statistics(of: match)
    #expect(statistics.reason == .finished)
    #expect(statistics.duration > .zero)
    let winner = try #require(statistics.players.first)
    let other = try #require(statistics.players.last)
    #expect(other.seat == first)
    #expect(winner.pairs == 3)
    #expect(winner.turns == 3)
    #expect(winner.cards == 6)
    #expect(winner.longestStreak == 3)
    #expect(winner.pairsPerTurn == 1)
    #expect(winner.recall.map(\.chances) == [1, 1, 0, 0, 0, 0])
    #expect(winner.recall.map(\.found) == [1, 1, 0, 0, 0, 0])
    #expect(other.turns == 1)
    #expect(other.pairsPerTurn == 0)
    #expect(other.longestStreak == 0)
    #expect(other.recall.allSatisfy { $0.chances == 0 })
  }

  @Test("counts a mate that was known and not found")
  func forgotten() throws {
    var match = ScriptedMatch(["Ana"], faces: [0, 0, 1, 1])
    match.begin()
    match.deal()
    match.choose(0, 2)
    match.choose(1, 3)
    match.choose(0, 1)
    match.choose(2, 3)
    match.pass(.seconds(5))
    let player = try #require(try statistics(of: match).players.first)
    #expect(player.turns == 4)
    #expect(player.longestStreak == 2)
    #expect(player.recall.map(\.chances) == [2, 1, 0, 0, 0, 0])
    #expect(player.recall.map(\.found) == [1, 1, 0, 0, 0, 0])
    // In the second turn, the mate of 1 was known.
    #expect(player.misses == 1)
    #expect(player.faces == [Face(0), Face(1)])
    #expect(player.outcomes == [.mismatch, .mismatch, .pair, .pair])
    #expect(player.course.count == 4)
    #expect(player.course.last == player.score)
  }

  @Test("calls a pair a guess only where something else could have been under the card")
  func guesses() throws {
    var match = ScriptedMatch(["Ana"], faces: [0, 0, 1, 1, 2, 2])
    match.begin()
    match.deal()
    match.choose(0, 1)
    match.choose(2, 4)
    match.choose(3, 2)
    // Card 5 alone is unseen, and card 4 has no other mate.
    match.choose(4, 5)
    match.pass(.seconds(5))
    let player = try #require(try statistics(of: match).players.first)
    #expect(player.outcomes == [.guess, .mismatch, .pair, .pair])
  }

  @Test("adds up to the final standings, whatever was played")
  func adds() async {
    for seed in UInt64(1)...20 {
      for record in RandomRoom(seed: seed).records {
        let statistics = MatchStatistics(of: record)
        let flips = record.entries.count { if case .flipped = $0.event { true } else { false } }
        #expect(statistics.players.reduce(0) { $0 + $1.cards } == flips)
        for player in statistics.players {
          #expect(player.pairs <= player.turns)
          #expect(player.longestStreak <= player.pairs)
          #expect(player.misses <= player.turns - player.pairs)
          #expect(player.faces.count == player.pairs)
          #expect(player.recall.allSatisfy { $0.found <= $0.chances })
          #expect(player.recall.reduce(0) { $0 + $1.chances } <= player.turns)
        }
        var counter = RecallCounter()
        for entry in record.entries { counter.read(entry) }
        for player in statistics.players {
          let recall = counter.recall(of: player.seat)
          #expect(recall.found == player.recall.reduce(0) { $0 + $1.found })
          #expect(recall.chances == player.recall.reduce(0) { $0 + $1.chances })
        }
      }
      await Task.yield()
    }
  }
}
