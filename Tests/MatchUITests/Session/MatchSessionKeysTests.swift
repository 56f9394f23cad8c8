// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchFixtures
import Stage
import Testing

@testable import MatchUI

@Suite("Keys at a match session", .timeLimit(.minutes(1)))
struct MatchSessionKeysTests {
  private typealias Effects = SessionTester.Effects

  /// A viewer of a match of two in a phase.
  private static func tester(
    _ phase: MatchView.Phase, _ viewer: SessionRules.Viewer = .first
  ) -> SessionTester {
    let script = ScriptedMatch.at(phase)
    let first = phase == .playing ? script.turnSeat.rawValue : 0
    let seat: Int? =
      switch viewer {
      case .first: first
      case .second: 1 - first
      case .spectator: nil
      }
    return SessionTester(script, seat: seat)
  }

  private static func choice(_ slot: Int) -> Effects {
    SessionTester.asks(.intent(.choose(CardID(generation: 1, slot: slot))))
  }

  @Test(
    "Each key has exactly its effects in each phase, for each viewer",
    arguments: SessionRules.all, SessionRules.Viewer.allCases)
  func keys(phase: MatchView.Phase, viewer: SessionRules.Viewer) {
    let tester = Self.tester(phase, viewer)
    #expect(tester.frame()?.scene.phase == phase)
    for key in SessionRules.keys {
      var typed = tester
      #expect(
        typed.press(key) == SessionRules.effects(of: key, in: phase, to: viewer), "\(key)")
    }
  }

  @Test("A rated table plays one match: for the next, the player leaves for another")
  func another() {
    var settings = MatchSettings(theme: "animals")
    settings.isRated = true
    let tester = SessionTester(.at(.ended, settings: settings), seat: 0)
    for key in [Key.enter, .character(" "), .character("r")] {
      var typed = tester
      #expect(typed.press(key) == [.draw, .request(.another)])
    }
  }

  @Test("Arrows move the cursor, and Enter turns the card under it")
  func arrows() {
    var tester = Self.tester(.playing)
    #expect(tester.cursor() == 0)
    for (key, place) in [(Key.right, 1), (.down, 5), (.left, 4), (.up, 0)] {
      #expect(tester.press(key) == SessionTester.asks(.point(place)))
      #expect(tester.cursor() == place)
    }
    tester.press(.right)
    #expect(tester.press(.enter) == Self.choice(1))
    tester.press(.right)
    #expect(tester.press(.character(" ")) == Self.choice(2))
  }

  @Test("The cursor follows the pointer, and a frame is drawn only if it moves")
  func hover() throws {
    var tester = Self.tester(.playing)
    let (column, row) = try tester.cell(of: 6)
    #expect(tester.press(.hover(column: column, row: row)) == SessionTester.asks(.point(6)))
    #expect(tester.cursor() == 6)
    #expect(tester.press(.hover(column: column + 1, row: row)) == [])
    #expect(tester.press(.hover(column: 0, row: 0)) == [])
    #expect(tester.cursor() == 6)
  }

  @Test("A click on a card turns it and takes the cursor there, one beside it does nothing")
  func clicks() throws {
    var tester = Self.tester(.playing)
    let (column, row) = try tester.cell(of: 6)
    #expect(tester.press(.press(column: column, row: row)) == Self.choice(6))
    #expect(tester.cursor() == 6)
    #expect(tester.press(.press(column: column - 1, row: row)) == [.draw])
    #expect(tester.cursor() == 6)
  }

  @Test("A click on the deck deals it, one elsewhere does nothing")
  func deck() throws {
    var tester = Self.tester(.undealt)
    let seen = try #require(tester.frame())
    let deck = try #require(seen.scene.deck)
    let area = try #require(seen.layout).area(at: deck.centre)
    #expect(
      tester.press(.press(column: area.column, row: area.row)) == SessionTester.asks(.intent(.deal))
    )
    #expect(tester.press(.press(column: 0, row: 0)) == [.draw])
  }

  @Test("Coordinates are shown while they are typed, and turn one card")
  func coordinates() {
    var tester = Self.tester(.playing)
    #expect(tester.type("c") == [.draw])
    #expect(tester.message() == "Card C_")
    #expect(tester.type("2") == Self.choice(6))
    #expect(tester.message() != "Card C_" && tester.cursor() == 6)
    #expect(tester.press(.enter) == [.draw], "The Enter after them turns no other card.")
    #expect(tester.press(.enter) == Self.choice(6))
    tester.type("a")
    #expect(tester.press(.escape) == [.draw])
    #expect(tester.message() != "Card A_" && !tester.shows("Leave"))
  }

  @Test("Coordinates that are not complete when the match ends are forgotten")
  func coordinatesAtTheEnd() {
    var tester = Self.tester(.playing)
    tester.type("a")
    tester.play { $0.resign(0) }
    tester.pass(.seconds(1))
    #expect(tester.frame()?.scene.phase == .ended && tester.message() != "Card A_")
    #expect(tester.press(.enter) == SessionTester.asks(.intent(.rematch)))
  }

  @Test("Whoever begins a daily deal is ready at once, and only then")
  func daily() {
    let ready = SessionTester.asks(.ready)
    func effects(_ settings: MatchSettings, _ players: [String] = ["Ana"]) -> SessionTester.Effects
    {
      var tester = SessionTester(ScriptedMatch(players, settings: settings))
      tester.connect()
      return tester.join(0)
    }
    #expect(effects(.daily(Day(number: 20_000))).contains(ready[1]))
    #expect(!effects(MatchSettings()).contains(ready[1]))
    var script = ScriptedMatch(["Ana"], settings: .daily(Day(number: 20_000)))
    script.begin()
    var later = SessionTester(script)
    later.connect()
    #expect(!later.join(0).contains(ready[1]), "The deck is made already.")
  }

  @Test("Who plays again is ready for the next match, and for no later one")
  func again() {
    func opened(_ match: inout ScriptedMatch) {
      match.emit(
        .opened(Event.Opened(matchID: "next", settings: MatchSettings(), theme: "animals")))
    }
    let ready = MatchSession.Effect.request(.command(.ready))
    var tester = Self.tester(.ended)
    #expect(tester.press(.enter) == SessionTester.asks(.intent(.rematch)))
    let effects = tester.play(opened)
    #expect(effects.filter { $0 == ready }.count == 1)
    // Another one asked for this match.
    tester = Self.tester(.ended)
    let others = tester.play(opened)
    #expect(!others.contains(ready))
    // The next table has no seat for the player: the wish ends there.
    tester = SessionTester(.at(.ended), seat: 1)
    #expect(tester.press(.enter) == SessionTester.asks(.intent(.rematch)))
    let alone = tester.play { match in
      let settings = MatchSettings(seats: 1)
      match.emit(.opened(Event.Opened(matchID: "next", settings: settings, theme: "animals")))
    }
    #expect(!alone.contains(ready))
    let after = tester.play(opened)
    #expect(!after.contains(ready))
  }

  @Test("In the player's turn the card waits for the answer, once however often it is chosen")
  func prediction() throws {
    var tester = Self.tester(.playing)
    func chosen(_ tester: SessionTester) -> [Int]? {
      tester.frame()?.scene.cards.filter { $0.isChosen }.map { $0.place }
    }
    #expect(chosen(tester) == [])
    tester.press(.enter)
    #expect(chosen(tester) == [0])
    tester.pass(.milliseconds(100))
    var impatient = tester
    #expect(impatient.press(.enter) == Self.choice(0))
    tester.pass(.milliseconds(50))
    impatient.pass(.milliseconds(50))
    #expect(impatient.frame()?.scene == tester.frame()?.scene)
    // A refusal turns it back.
    let card = CardID(generation: 1, slot: 0)
    tester.handle(.event(.refused(.intent(.choose(card)), Refusal(.playStale))))
    tester.pass(.milliseconds(50))
    #expect(chosen(tester) == [])
    // So does another choice before the first was sent.
    impatient.handle(.event(.withdrawn(.intent(.choose(card)))))
    impatient.pass(.milliseconds(50))
    #expect(chosen(impatient) == [])
  }

  @Test("The answer shows the face of a card that was chosen")
  func answer() throws {
    var tester = Self.tester(.playing)
    tester.press(.enter)
    tester.pass(.milliseconds(100))
    tester.play { $0.choose(0) }
    tester.pass(.milliseconds(500))
    let scene = try #require(tester.frame()).scene
    let card = try #require(scene.cards.first { $0.place == 0 })
    #expect(card.face == Face(0) && card.rotation == 0 && !card.isChosen)
    #expect(tester.message() == "You turn A1: kangaroo.")
  }

  @Test("In another player's turn a choice is asked for, but no card waits", arguments: [0, 1])
  func notYourTurn(isSpectator: Int) {
    var tester = Self.tester(.playing, isSpectator == 1 ? .spectator : .second)
    #expect(tester.press(.enter) == Self.choice(0))
    #expect(tester.frame()?.scene.cards.contains { $0.isChosen } == false)
  }

  @Test("A place without a card is not asked for")
  func noCard() {
    var tester = Self.tester(.playing)
    tester.play { $0.choose(0, 1) }
    tester.pass(.seconds(3))
    #expect(tester.press(.enter) == [.draw])
  }

  @Test("Help opens and closes with ?, and gives way to Escape and to questions")
  func help() {
    for phase in SessionRules.all {
      var tester = Self.tester(phase)
      #expect(tester.type("?") == [.draw])
      #expect(tester.shows("close this help"), "\(phase)")
      #expect(tester.type("?") == [.draw])
      #expect(!tester.shows("close this help"))
      tester.type("?")
      #expect(tester.press(.escape) == [.draw])
      #expect(!tester.shows("close this help") && !tester.shows("y leave"), "\(phase)")
      tester.type("?")
      tester.handle(.action(.confirm))
      #expect(!tester.shows("close this help"))
    }
  }
}
