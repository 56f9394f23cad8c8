// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchClient
import TerminalFixtures
import TerminalUI
import Testing

@testable import TermClient

@Suite("Room forms on a screen", .timeLimit(.minutes(1)))
struct RoomFormScreenTests {
  private func tester() -> ScreenTester<FormScreen<RoomField, RenderStyle>> {
    ScreenTester(RoomForm.join(.standard).screen)
  }

  @Test("An error focuses its row, and disappears with the next key")
  func problems() {
    let tester = tester()
    tester.press(.enter)
    #expect(tester.outcome == nil && tester.screen.form.focused.id == .code)
    #expect(tester.sees("Which room?"))
    tester.type("k7qf2")
    #expect(!tester.sees("Which room?"))
    tester.press(.up, .control("u"))
    tester.type("example.org")
    tester.press(.enter)
    #expect(tester.sees("is not a server's address") && tester.screen.form.focused.id == .server)
    tester.press(.control("u"))
    tester.type("wss://example.org/q? ")
    #expect(tester.outcome == nil && tester.sees("wss://example.org/q?"))
    tester.press(.backspace, .backspace, .backspace, .enter)
    guard case .chosen(let form)? = tester.outcome else {
      Issue.record("It did not go on.")
      return
    }
    #expect(form.code == "K7QF2" && form.url?.host == "example.org")
  }

  @Test("An error is shown in full, however long it is and however small the window")
  func longProblems() {
    for size in [WindowSize(columns: 60, rows: 20), WindowSize(columns: 80, rows: 24)] {
      let tester = tester()
      tester.size = size
      tester.press(.control("u"))
      tester.type(String(repeating: "some.long.name.", count: 6) + "/K7QF2/play")
      tester.press(.enter)
      let text = tester.lines().joined(separator: " ").split { " │".contains($0) }
        .joined(separator: " ")
      #expect(text.contains("127.0.0.1:7777."), "\(tester.lines())")
    }
  }

  @Test("The pointer neither takes the focus from a text field nor gives it one")
  func pointing() {
    let tester = tester()
    #expect(tester.screen.form.isTyping)
    for row in tester.screen.form.rows { #expect(tester.point(at: row.label) == false) }
    tester.press(.backTab)
    #expect(!tester.screen.form.isTyping)
    let chosen = tester.screen.form.focus
    for row in tester.screen.form.rows {
      if case .text = row.control { #expect(tester.point(at: row.label) == false) }
    }
    #expect(tester.screen.form.focus == chosen)
    let host = ScreenTester(RoomForm.play.screen)
    host.size.rows = 40
    let choices = host.screen.form.rows.indices.filter {
      switch host.screen.form.rows[$0].control {
      case .text, .button: return false
      case .choice, .stepper: break
      }
      return $0 != host.screen.form.focus && !host.screen.form.isTyping
    }
    for index in choices {
      #expect(host.point(at: host.screen.form.rows[index].label) == true)
      #expect(host.screen.form.focus == index)
    }
    #expect(!choices.isEmpty)
  }

  @Test("A button is pressed by a click, in every window that is large enough")
  func clicking() {
    for size in WindowSize.trials where MenuPage.fits(size) {
      for form in [RoomForm.play, .host, .rooms(.standard)] {
        let tester = ScreenTester(form.screen)
        tester.size = size
        let label = form.rows.rows.last?.label ?? ""
        #expect(tester.click("[ \(label) ]"), "\(size) \(tester.lines())")
        guard case .chosen? = tester.outcome else {
          Issue.record("\(label) was not pressed in \(size).")
          return
        }
      }
    }
  }
}
