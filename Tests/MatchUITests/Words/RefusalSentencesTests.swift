// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchFixtures
import Testing

@testable import MatchUI

@Suite("Sentences about refusals", .timeLimit(.minutes(1)))
struct RefusalSentencesTests {
  @Test("Every refusal says what was wrong and what to do", arguments: RefusalCode.allCases)
  func all(code: RefusalCode) {
    let sentence = RefusalSentences().sentence(Refusal(code))
    #expect(sentence.hasSuffix(".") && sentence.first?.isUppercase == true)
    #expect(sentence.contains(";"), "What was wrong; what to do.")
    #expect((30...100).contains(sentence.count) && !sentence.contains("  "))
    #expect(!sentence.contains(code.rawValue))
  }

  @Test("A refused deal is not shown if the deck has just been dealt")
  func dealtMeanwhile() {
    var script = ScriptedMatch()
    func isNeedless(_ code: RefusalCode, of command: ClientCommand? = .intent(.deal)) -> Bool {
      RefusalSentences.isNeedless(Refusal(code), of: command, after: script.view)
    }
    #expect(!isNeedless(.playNotUndealt))
    script.begin()
    script.pass(Pace.dealLimit)
    #expect(script.view.phase == .dealing && isNeedless(.playNotUndealt))
    #expect(!isNeedless(.playResigned) && !isNeedless(.playNotUndealt, of: .ready))
    #expect(!isNeedless(.playNotUndealt, of: nil))
    script.pass(.seconds(5))
    #expect(script.view.phase == .playing && !isNeedless(.playNotUndealt))
  }

  @Test("No two refusals read alike")
  func distinct() {
    let sentences = RefusalCode.allCases.map { RefusalSentences().sentence(Refusal($0)) }
    #expect(Set(sentences).count == sentences.count)
  }

  @Test(
    "Facts make the sentence exact",
    arguments: [
      (.playNotYourTurn, ["seat": "1"], "It is Ben's turn; wait for yours."),
      (.playNotYourTurn, ["seat": "7"], "It is another player's turn; wait for yours."),
      (.playTooEarly, ["wait_us": "1"], "That was too early; try again in 0.1 s."),
      (
        .playStillShowing, ["wait_us": "1250000"],
        "Two cards are still showing; choose again in 1.3 s."
      ),
      (
        .playStillShowing, ["wait_us": "soon"],
        "Two cards are still showing; choose again when they are gone."
      ),
      (
        .roomFull, ["seats": "2"],
        "The room is full (all 2 seats are taken); watch it, or open your own."
      ),
      (
        .roomUnknownCode, ["code": "KA\u{1b}ZU"],
        "There is no room with the code KAZU; check it and try again."
      ),
      (
        .requestUnsupported, ["request": "prove"],
        "The server cannot do that (prove); try another way."
      ),
      (
        .sessionBadName, ["allowed": "1 to 24 characters"],
        "The server does not accept this name; choose another of 1 to 24 characters."
      ),
      (
        .roomUnknownSeat, ["seat": "9"],
        "The table has no such seat; choose one of those shown."
      ),
      (
        .sessionWrongSignature, ["names": "a.example"],
        "The server cannot check your key under the address you used; connect to a.example, "
          + "or play as a guest."
      ),
      (
        .settingsOutOfRange, ["field": "pairs", "allowed": "2...32"],
        "The setting pairs cannot be that; it may be 2...32."
      ),
      (
        .settingsOutOfRange, ["field": "pairs", "value": "99", "allowed": "2...32"],
        "The setting pairs cannot be 99; it may be 2...32."
      ),
      (
        .settingsOutOfRange,
        ["field": "turn_limit_ms", "value": "3250", "allowed": "0, 5000...120000"],
        "The setting turn limit cannot be 3.25 s; it may be 0, 5...120 s."
      ),
      (
        .settingsOutOfRange,
        ["field": "shuffle_every", "value": "99999999999999999999", "allowed": "0...0"],
        "The setting shuffle every cannot be 99999999999999999999; it may be 0...0."
      ),
      (
        .settingsOutOfRange,
        ["field": "reveal_ms", "value": "99999999999999999999", "allowed": "1050"],
        "The setting reveal cannot be 99999999999999999999 s; it may be 1.05 s."
      ),
    ] as [(RefusalCode, [String: String], String)])
  func facts(code: RefusalCode, facts: [String: String], sentence: String) {
    let refusal = Refusal(code, facts.map { Refusal.Fact($0.key, $0.value) })
    #expect(RefusalSentences(view: ScriptedMatch().view).sentence(refusal) == sentence)
  }
}
