// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Cells
import Game
import MatchClient
import MatchFixtures
import Protocol
import Stage
import Testing

@testable import MatchUI

@Suite("Questions of a match session", .timeLimit(.minutes(1)))
struct MatchSessionQuestionsTests {
  private typealias Effects = SessionTester.Effects

  private static let leaving: Effects = [.draw, .request(.leave)]

  /// A tester and the question that `open` opens, and one that it does not.
  private static func asked(
    _ tester: SessionTester, _ open: Key, _ title: String
  ) -> SessionTester {
    var tester = tester
    #expect(!tester.shows(title))
    #expect(tester.press(open) == [.draw])
    #expect(tester.shows(title))
    return tester
  }

  private static func owner(isAlone: Bool = false) -> SessionTester {
    var script = ScriptedMatch()
    if isAlone { script.emit(.vacated(SeatIndex(1))) }
    return SessionTester(script, seat: 0)
  }

  @Test(
    "Leaving asks by its cost, and only yes leaves",
    arguments: [
      (.waiting, .escape, false, "Leave this room?"), (.ended, .escape, false, "Leave this room?"),
      (.playing, .escape, false, "Resign and leave?"),
      (.playing, .character("q"), false, "Resign and leave?"),
      (.committing, .character("q"), false, "Resign and leave?"),
      (.waiting, .character("q"), true, "You host this match."),
      (.playing, .escape, true, "You host this match."),
    ] as [(MatchView.Phase, Key, Bool, String)])
  func leaving(phase: MatchView.Phase, key: Key, isHost: Bool, title: String) {
    let tester = SessionTester(.at(phase), seat: 0) { $0.isHost = isHost }
    let asked = Self.asked(tester, key, title)
    for yes in [Key.character("y"), .character("Y"), .character("q"), .control("c")] {
      var typed = asked
      #expect(typed.press(yes) == Self.leaving, "\(yes)")
      #expect(!typed.shows(title))
    }
    for no in [
      Key.character("n"), .escape, .enter, .up, .character("s"), .press(column: 0, row: 0),
    ] {
      var typed = asked
      #expect(typed.press(no) == [.draw], "\(no)")
      #expect(!typed.shows(title), "\(no)")
    }
    var typed = asked
    #expect(typed.press(.control("l")) == [.redraw])
    #expect(typed.shows(title))
  }

  @Test("A host's room with spectators is not closed without a question")
  func audience() {
    var script = ScriptedMatch()
    script.emit(.vacated(SeatIndex(1)))
    var tester = SessionTester(script, seat: 0) { $0.isHost = true }
    #expect(tester.type("q") == Self.leaving)
    #expect(tester.hear(.audience(count: 2)) == [.draw])
    #expect(tester.type("q") == [.draw])
    #expect(tester.shows("You host this match."))
  }

  @Test("A question disappears with its reason, and never comes back by itself")
  func outdated() {
    var tester = Self.asked(
      SessionTester(.at(.playing), seat: 0), .character("q"), "Resign and leave?")
    tester.play { $0.resign(1) }
    #expect(!tester.shows("leave?"))
    tester.play { script in
      script.emit(
        .opened(
          Event.Opened(matchID: "next", settings: script.view.settings, theme: "animals")))
      script.begin()
    }
    #expect(tester.frame()?.scene.phase == .undealt)
    #expect(!tester.shows("leave?"))
    #expect(tester.type("y") == [.draw])
  }

  @Test("Restarting asks only if it would end the match at once")
  func restarting() {
    var script = ScriptedMatch.at(.playing)
    script.emit(.consented(SeatIndex(1)))
    let title = "Restart the match?"
    let asked = Self.asked(SessionTester(script, seat: 0), .character("r"), title)
    for yes in ["y", "Y"] {
      var typed = asked
      #expect(typed.type(yes) == SessionTester.asks(.intent(.restart)))
      #expect(!typed.shows(title))
    }
    for no in [Key.character("n"), .escape, .character("r"), .enter] {
      var typed = asked
      #expect(typed.press(no) == [.draw])
      #expect(!typed.shows(title))
    }
    var typed = asked
    #expect(typed.press(.control("l")) == [.redraw])
    #expect(typed.shows(title))
    #expect(typed.press(.control("c")) == Self.leaving)
  }

  @Test("b and a digit, or arrows and Enter, add a bot")
  func bots() throws {
    let asked = Self.asked(Self.owner(isAlone: true), .character("b"), "Which bot?")
    for (index, level) in BotLevel.all.enumerated() {
      var typed = asked
      #expect(typed.type("\(index + 1)") == SessionTester.asks(.intent(.addBot(level: level.name))))
      #expect(!typed.shows("Which bot?"))
    }
    let medium = try #require(BotLevel.all.firstIndex(of: .medium))
    for (key, index) in [(Key.up, medium - 1), (.down, medium + 1)] {
      var typed = asked
      #expect(typed.press(key) == [.draw])
      #expect(typed.shows("▸ \(index + 1)"))
      let added = SessionTester.asks(.intent(.addBot(level: BotLevel.all[index].name)))
      var other = typed
      #expect(typed.press(.enter) == added && other.press(.character(" ")) == added)
    }
    for no in [Key.character("8"), .character("n"), .escape, .control("c")] {
      var typed = asked
      #expect(typed.press(no) == (no == .control("c") ? Self.leaving : [.draw]))
      #expect(!typed.shows("Which bot?"))
    }
    var typed = asked
    #expect(typed.press(.control("l")) == [.redraw])
    #expect(typed.shows("Which bot?"))
  }

  @Test("x, a player and y remove the player")
  func removal() {
    let whom = Self.asked(Self.owner(), .character("x"), "Remove which player?")
    for choice in [Key.character("2"), .enter, .character(" ")] {
      var typed = whom
      #expect(typed.press(choice) == [.draw])
      #expect(typed.shows("Remove Ben from the table?"))
      for yes in ["y", "Y"] {
        var sure = typed
        #expect(sure.type(yes) == SessionTester.asks(.intent(.removeSeat(SeatIndex(1)))))
        #expect(!sure.shows("Remove Ben"))
      }
      #expect(typed.type("n") == [.draw])
      #expect(!typed.shows("Remove"))
    }
    for no in [Key.character("1"), .character("9"), .character("n"), .escape] {
      var typed = whom
      #expect(typed.press(no) == [.draw])
      #expect(!typed.shows("Remove"), "\(no)")
    }
    var typed = whom
    #expect(typed.press(.down) == [.draw])
    #expect(typed.shows("▸ 2"), "With one player, every step leads back.")
  }

  @Test("A player who leaves is not the one chosen any more")
  func removedMeanwhile() {
    let script = ScriptedMatch(["Ana", "Ben", "Cy"])
    var tester = Self.asked(SessionTester(script, seat: 0), .character("x"), "Remove which player?")
    tester.press(.down)
    #expect(tester.shows("▸ 3"))
    tester.play { $0.emit(.vacated(SeatIndex(2))) }
    tester.pass(.seconds(2))
    #expect(tester.shows("▸ 2"))
    tester.press(.enter)
    #expect(tester.shows("Remove Ben from the table?"))
    tester.play { $0.emit(.vacated(SeatIndex(1))) }
    tester.pass(.seconds(2))
    #expect(!tester.shows("Remove"))
    #expect(tester.type("y") == [.draw])
  }

  @Test(
    "What a player may not do about seats is explained instead",
    arguments: [
      (1, .waiting, "b", "Only the room's owner may do that; ask them."),
      (1, .waiting, "x", "Only the room's owner may do that; ask them."),
      (0, .waiting, "b", "The room is full; watch it, or open your own."),
      (0, .undealt, "x", "A match is in progress; watch it, or wait until it ends."),
      (0, .ended, "b", "That is only possible before a match; wait for the next one."),
    ] as [(Int, MatchView.Phase, String, String)])
  func explained(seat: Int, phase: MatchView.Phase, key: String, sentence: String) {
    var tester = SessionTester(.at(phase), seat: seat)
    #expect(tester.type(key) == [.draw])
    #expect(tester.message() == sentence && tester.isMessageBad())
    #expect(tester.nextTick == .seconds(5))
  }

  @Test("An owner who waits alone is offered a bot after twenty seconds")
  func offer() {
    var tester = Self.owner(isAlone: true)
    let offer = "Press b to add a bot."
    #expect(!tester.shows(offer) && tester.nextTick == .seconds(20))
    #expect(tester.pass(.milliseconds(19_950)) == [])
    #expect(!tester.shows(offer) && tester.nextTick == .milliseconds(50))
    #expect(tester.pass(.milliseconds(50)) == [.draw])
    #expect(tester.shows(offer) && tester.nextTick == nil)
    #expect(tester.pass(.seconds(30)) == [])
    #expect(tester.shows(offer))
    let ben = Event.Seated(
      seat: SeatIndex(1), player: Player(name: "Ben"), actor: ActorNumber(2))
    #expect(tester.play { $0.emit(.seated(ben)) } == [.draw])
    #expect(!tester.shows(offer) && tester.nextTick == nil)
    tester.play { $0.emit(.vacated(SeatIndex(1))) }
    #expect(!tester.shows(offer) && tester.nextTick == .seconds(20), "The wait begins again.")
  }
}
