// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchFixtures
import Testing

@testable import Replays

@Suite("Awards of a match", .timeLimit(.minutes(1)))
struct MatchAwardTests {
  private func awards(of match: ScriptedMatch) throws -> [MatchAward] {
    let record = try #require(MatchRecord(of: "match", in: match.log.entries))
    return MatchAward.awards(of: MatchStatistics(of: record))
  }

  @Test("go to the longest streak and to guesses; recall needs three chances")
  func streakAndGuess() throws {
    // Places are slots: 0 0 1 1 2 2 3 3. The last pair is no guess.
    var match = ScriptedMatch(["Ana", "Ben"], faces: [0, 0, 1, 1, 2, 2, 3, 3])
    match.begin()
    match.deal()
    let first = match.turnSeat
    match.choose(0, 2)
    let second = match.turnSeat
    match.choose(3, 2)
    match.choose(1, 0)
    match.choose(4, 5)
    match.choose(6, 7)
    match.pass(.seconds(5))
    let awards = try awards(of: match)
    #expect(first != second)
    #expect(awards.map(\.seat) == [second, second])
    #expect(awards.map(\.feat) == [.streak(pairs: 4), .guesses(pairs: 1)])
  }

  @Test("count the mates that were found among those that had been shown")
  func recall() throws {
    var match = ScriptedMatch(["Ana", "Ben"], faces: [0, 0, 1, 1, 2, 2, 3, 3])
    match.begin()
    match.deal()
    // Everything is seen once, then the one on turn takes all.
    match.choose(0, 2)
    match.choose(4, 6)
    match.choose(1, 3)
    match.choose(5, 7)
    let last = match.turnSeat
    match.choose(0, 1)
    match.choose(2, 3)
    match.choose(4, 5)
    match.choose(6, 7)
    match.pass(.seconds(5))
    let awards = try awards(of: match)
    let recall = try #require(
      awards.first { if case .recall = $0.feat { true } else { false } })
    #expect(recall.seat == last)
    #expect(recall.feat == .recall(found: 4, chances: 5))
  }

  @Test("are none where nobody did anything")
  func none() throws {
    var match = ScriptedMatch(["Ana"], faces: [0, 0, 1, 1])
    match.begin()
    match.deal()
    match.choose(0, 2)
    match.choose(1, 0)
    match.choose(3, 2)
    match.pass(.seconds(5))
    #expect(try awards(of: match).map(\.feat) == [.streak(pairs: 2)])
  }
}
