// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import FacedownTesting
import Game
import LibWebSockets
import MatchClient
import TerminalFixtures
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

/// A whole match on a recorded terminal, against a whole server in memory.
@Suite("Match on a screen", .timeLimit(.minutes(1)))
struct ScreenPresenterTests {
  private let terminal = RecordedTerminal()
  private let tester: PresenterTester

  init() throws {
    var preferences = Preferences.standard
    (preferences.colors, preferences.drawing) = (.mono, .characters)
    (preferences.turnBell, preferences.usesMouse) = (.always, true)
    let display = MatchDisplay(preferences, on: terminal)
    let server = try ServerURL("ws://example.org")
    let presenter = ScreenPresenter(
      on: display, MatchSession.Options(invitation: Invitation(to: server)))
    tester = try PresenterTester(presenter)
  }

  @Test("Full screen begins with the room and ends when the screen is closed")
  func opening() {
    tester.pass(.seconds(1))
    #expect(!terminal.isOpen)
    tester.openRoom()
    let code = tester.core.table?.code.asRoomCode ?? "none"
    #expect(terminal.isOpen && terminal.shows("Ready when you are."))
    #expect(terminal.output().contains("\u{1b}]2;Room \(code) - Facedown"))
    tester.presenter.close()
    #expect(!terminal.isOpen)
  }

  @Test("A match is played to its end by keys alone")
  func match() throws {
    tester.openRoom()
    tester.type("\r")
    tester.pass(.seconds(2))
    #expect(terminal.shows("Space deal"))
    tester.type(" ")
    tester.pass(.seconds(6))
    #expect(tester.phase == .playing && terminal.shows("Your turn"))
    try tester.play { tester.type($0.lowercased()) }
    tester.pass(.seconds(5))
    #expect(tester.phase == .ended && terminal.shows("All pairs have been found."))
    #expect(terminal.shows("Enter play again"))
    tester.type("\r")
    tester.pass(.seconds(2))
    #expect(tester.phase != .ended && tester.wishes.isEmpty)
  }

  @Test("The cursor turns the card that it is on")
  func pointing() throws {
    tester.openRoom(pairs: 4)
    tester.type("\r")
    tester.pass(.seconds(2))
    tester.type(" ")
    tester.pass(.seconds(6))
    tester.type("\u{1b}[C\r")
    tester.pass(.seconds(2))
    #expect(tester.core.table?.log.latest.faceUp.count == 1)
  }

  @Test("A waiting room is left without a question, by Ctrl-C and by the end of the input too")
  func leaving() {
    tester.openRoom()
    tester.type("q")
    #expect(tester.wishes == [.leave])
    tester.type("\u{3}")
    #expect(tester.wishes == [.leave, .leave])
    tester.type(nil)
    #expect(tester.wishes.count == 3)
  }

  @Test("Help opens and closes")
  func help() {
    tester.openRoom()
    tester.type("?")
    #expect(terminal.shows("move to another card") && terminal.shows("redraw the screen"))
    tester.type("?")
    #expect(!terminal.shows("move to another card"))
  }

  @Test("A sentence about this program disappears after a while")
  func report() {
    tester.openRoom()
    tester.presenter.report(
      "Somebody plays with this key.", tester.core, at: tester.world.localNow(of: tester.ana))
    tester.pass(.seconds(1))
    #expect(terminal.shows("Somebody plays with this key."))
    tester.pass(.seconds(20))
    #expect(!terminal.shows("Somebody plays with this key."))
  }

  @Test("A broken connection is announced while it lasts, unless it is short")
  func interruption() {
    tester.openRoom()
    tester.world.cut(tester.ana, .lost)
    tester.pass(.milliseconds(300))
    #expect(!terminal.shows("Connection lost"))
    tester.pass(.seconds(10))
    #expect(tester.core.table != nil && !terminal.shows("Connection lost"))
  }

  @Test("A resized window is drawn for its new size")
  func resizing() {
    tester.openRoom()
    terminal.size = WindowSize(columns: 30, rows: 8)
    terminal.happen(.resized)
    tester.pass(.seconds(1))
    #expect(
      terminal.lines.count == 8 && terminal.shows("Please make it") != terminal.shows("Too small"))
  }
}
