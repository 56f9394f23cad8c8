// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Testing

@testable import MatchUI

@Suite("Sentence about what was missed", .timeLimit(.minutes(1)))
struct MissedSentenceTests {
  private func missed(
    _ script: ScriptedMatch, from step: Int, by you: SeatIndex?
  ) -> String? {
    let steps = script.steps[step...]
    return MissedSentence(you: you).sentence(
      for: steps.map(\.entry), before: steps.first?.before ?? script.view, after: script.view)
  }

  @Test("says who found pairs and whose turn it is")
  func pairs() {
    var script = ScriptedMatch(faces: [28, 28, 32, 32])
    script.begin()
    script.deal()
    let seat = script.turnSeat
    let name = script.view.seats[seat.rawValue].player?.name ?? ""
    let began = script.steps.count
    script.choose(0, 1)
    let other = SeatIndex(1 - seat.rawValue)
    #expect(
      missed(script, from: began, by: other)
        == "While you were away: \(name) found a pair, it is \(name)'s turn.")
    #expect(
      missed(script, from: began, by: seat)
        == "While you were away: you found a pair, it is your turn.")
    script.choose(2, 3)
    #expect(
      missed(script, from: began, by: nil)
        == "While you were away: the match ended, \(name) found 2 pairs.")
  }

  @Test("says that the match was paused")
  func clockPause() {
    var script = ScriptedMatch(faces: [28, 28, 32, 32])
    script.begin()
    script.deal()
    let began = script.steps.count
    script.emit(.clockAdjusted(givenBack: .milliseconds(900)))
    #expect(missed(script, from: began, by: script.turnSeat) == nil)
    script.emit(.clockAdjusted(givenBack: .seconds(9)))
    #expect(
      missed(script, from: began, by: script.turnSeat)
        == "While you were away: the match was paused, it is your turn.")
  }

  @Test("says what happened to the match and its players")
  func happenings() {
    var script = ScriptedMatch(["Ana", "Ben", "Cy"], faces: [28, 28, 32, 32])
    script.begin()
    script.deal()
    script.shuffle()
    let (ben, cy) = (SeatIndex(1), SeatIndex(2))
    script.emit(.skipped(ben))
    script.emit(.skipped(cy, standIn: Player(name: "Robo", isBot: true)))
    script.resign(1)
    script.resign(2)
    func facts(_ you: SeatIndex?) -> String? { missed(script, from: 0, by: you) }
    #expect(
      facts(nil)
        == "While you were away: a new match was opened, the cards were dealt, the cards were "
        + "shuffled, Ben was skipped, Cy was replaced by a bot, Ben resigned, Cy resigned, "
        + "the match ended.")
    #expect(facts(ben)?.contains("you were skipped, ") == true)
    #expect(facts(ben)?.contains("you resigned, Cy resigned") == true)
    #expect(facts(cy)?.contains("you were replaced by a bot") == true)
  }

  @Test("says nothing if nothing that matters has changed")
  func nothing() {
    var script = ScriptedMatch(faces: [28, 28, 32, 32])
    script.begin()
    script.deal()
    #expect(missed(script, from: script.steps.count, by: nil) == nil)
    let began = script.steps.count
    script.choose(0)
    #expect(missed(script, from: began, by: script.turnSeat) == nil)
  }
}
