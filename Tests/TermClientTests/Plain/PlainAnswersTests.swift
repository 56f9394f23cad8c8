// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchFixtures
import MatchUI
import TerminalUI
import Testing

@testable import TermClient

@Suite("Answers about the table", .timeLimit(.minutes(1)))
struct PlainAnswersTests {
  private func lines(
    _ question: PlainQuestion, _ script: ScriptedMatch, you: Int? = 0
  ) -> [String] {
    PlainAnswers(you: you.map { SeatIndex($0) }).lines(question, script.view, at: script.now)
  }

  @Test(
    "Questions are recognised, ignoring case",
    arguments: [
      ("look", .board), ("Board ", .board), ("SCORE", .score), ("turn", .turn), ("time", .turn),
      ("choices", .choices), ("b3", nil), ("", nil), ("ready", nil),
    ] as [(String, PlainQuestion?)])
  func questions(line: String, question: PlainQuestion?) {
    #expect(PlainQuestion(line) == question)
  }

  @Test("The board is read row by row: down, seen, up, gone")
  func board() {
    var script = ScriptedMatch(faces: [28, 28, 32, 32])
    #expect(lines(.board, script) == ["No cards are dealt yet."])
    script.begin()
    script.deal()
    #expect(
      lines(.board, script) == [
        "Row 1: A1 face down, B1 face down.", "Row 2: A2 face down, B2 face down.",
      ])
    script.choose(0, 2)
    script.choose(0)
    #expect(
      lines(.board, script) == [
        "Row 1: A1 fox, B1 face down.", "Row 2: A2 face down, seen before, B2 face down.",
      ])
    script.choose(1)
    #expect(lines(.board, script)[0] == "Row 1: A1 fox, a pair, B1 fox, a pair.")
    script.pass(.seconds(5))
    #expect(lines(.board, script)[0] == "Row 1: A1 empty, B1 empty.")
  }

  @Test("Somebody who arrives during a match hears the table")
  func arrival() {
    var script = ScriptedMatch(faces: [28, 28, 32, 32])
    let answers = PlainAnswers(audience: 1)
    #expect(answers.arrival(script.view, at: script.now) == [])
    script.begin()
    script.deal()
    script.choose(0)
    #expect(
      answers.arrival(script.view, at: script.now) == [
        "A match is in progress: 2 pairs, animals, memorize, 30 s per turn.",
        "Row 1: A1 fox, B1 face down.", "Row 2: A2 face down, B2 face down.",
        "Ana: 0 points, 0 pairs.", "Ben: 0 points, 0 pairs.", "1 spectator is watching.",
        "It is Ana's turn: 30 seconds left.",
      ])
    script.resign(0)
    #expect(
      answers.arrival(script.view, at: script.now) == [
        "Ana: 0 points, 0 pairs.", "Ben: 0 points, 0 pairs.", "1 spectator is watching.",
        "The match is over.",
      ])
  }

  @Test("The score includes spectators, and the turn a slow connection")
  func surroundings() {
    let script = ScriptedMatch(faces: [28, 28, 32, 32])
    var answers = PlainAnswers(audience: 2)
    answers.quality = ConnectionQuality(level: .good, roundTrip: .milliseconds(2))
    func last(_ question: PlainQuestion) -> String? {
      answers.lines(question, script.view, at: script.now).last
    }
    #expect(last(.score) == "2 spectators are watching.")
    #expect(answers.lines(.turn, script.view, at: script.now).count == 1)
    #expect(last(.turn) == "The match has not begun.")
    answers.audience = 1
    answers.quality?.level = .poor
    #expect(last(.score) == "1 spectator is watching.")
    #expect(last(.turn) == "The connection to the server is slow.")
    answers.quality?.level = .none
    #expect(last(.turn) == "The server is not responding.")
  }

  @Test("Scores and the turn address the listener as you")
  func scoreAndTurn() {
    var script = ScriptedMatch(faces: [28, 28, 32, 32])
    #expect(lines(.turn, script) == ["The match has not begun."])
    script.begin()
    script.deal()
    let seat = script.turnSeat
    let names = script.view.seats.map { $0.player?.name ?? "" }
    #expect(
      lines(.score, script, you: 1) == [
        "\(names[0]): 0 points, 0 pairs.", "You, \(names[1]): 0 points, 0 pairs.",
      ])
    #expect(lines(.turn, script, you: seat.rawValue)[0].hasPrefix("It is your turn: "))
    #expect(lines(.turn, script, you: seat.rawValue)[0].hasSuffix(" seconds left."))
    let other = 1 - seat.rawValue
    #expect(
      lines(.turn, script, you: other)[0].hasPrefix("It is \(names[seat.rawValue])'s turn: "))
  }

  @Test("Choices are numbered, and a number selects one")
  func choices() {
    var script = ScriptedMatch(faces: [28, 28, 32, 32])
    let waiting = PlainChoices(script.view, you: SeatIndex(0))
    #expect(waiting.sentence == "Type 1 to get ready, 2 to leave.")
    #expect(waiting.action("1") == .ready && waiting.action(" 2 ") == .leave)
    #expect(waiting.action("3") == nil && waiting.action("0") == nil && waiting.action("-1") == nil)
    #expect(waiting.action("a1") == nil && waiting.action("99999999999999999999") == nil)
    script.begin()
    #expect(PlainChoices(script.view, you: SeatIndex(0)).action("1") == .deal)
    script.deal()
    let seat = script.turnSeat
    let yours = PlainChoices(script.view, you: seat)
    #expect(yours.sentence.hasPrefix("Turn a card by its place, such as B3. Type 1 to "))
    #expect(yours.action("1") == .shuffle)
    #expect(PlainChoices(script.view, you: SeatIndex(1 - seat.rawValue)).action("1") == .restart)
    #expect(PlainChoices(script.view, you: nil).actions == [.leave])
    var rated = script.view
    rated.settings.isRated = true
    #expect(PlainChoices(rated, you: seat).actions == [.shuffle, .leave])
  }

  @Test("A number is accepted only while the listed choices are current")
  func outdatedNumbers() {
    var script = ScriptedMatch(faces: [28, 28, 32, 32])
    let (waiting, you) = (PlainChoices(script.view, you: SeatIndex(0)), SeatIndex(0))
    var numbers = ListedChoices()
    #expect(numbers.answer("1", waiting) == .outdated(waiting.sentence), "Nothing was listed.")
    #expect(numbers.answer("1", waiting) == .action(.ready))
    #expect(numbers.answer("3", waiting) == .notOne && numbers.answer("b3", waiting) == .notOne)
    script.begin()
    script.deal()
    let playing = PlainChoices(script.view, you: you)
    #expect(
      numbers.answer("1", playing)
        == .outdated("The choices have changed, so nothing was done. \(playing.sentence)"))
    #expect(numbers.answer("1", playing) == .action(playing.actions[0]))
  }

  @Test("Answers about a hostile server's view are bounded and sanitised")
  func hostile() {
    var view = MatchView()
    view.columns = .max
    view.rows = .max
    view.phase = .playing
    view.turn = MatchView.Turn(
      seat: SeatIndex(200), beganAt: .zero, deadline: ServerTime(microseconds: .min))
    view.theme = "\u{1b}[2J"
    for question in PlainQuestion.allCases {
      for line in PlainAnswers().lines(question, view, at: ServerTime(microseconds: .max)) {
        #expect(!line.unicodeScalars.contains { !$0.isPrintable })
      }
    }
  }
}
