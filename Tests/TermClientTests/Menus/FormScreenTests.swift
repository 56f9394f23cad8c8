// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient
import Testing

@testable import TermClient

@Suite("Form screens", .timeLimit(.minutes(1)))
struct FormScreenTests {
  private func visitor() -> ScreenTester<FormScreen<RoomField>> {
    ScreenTester(
      FormScreen("Join", intro: "Take a seat.", RoomForms.join(.standard)) {
        $0.problem(needsCode: true)
      })
  }

  @Test("An error focuses its row, and disappears with the next key")
  func problems() {
    let visitor = visitor()
    visitor.press(.enter)
    #expect(visitor.outcome == nil && visitor.screen.form.focused.id == .code)
    #expect(visitor.sees("Which room?"))
    visitor.type("k7qf2")
    #expect(!visitor.sees("Which room?"))
    visitor.press(.up, .control("u"))
    visitor.type("example.org")
    visitor.press(.enter)
    #expect(visitor.sees("is not a server's address") && visitor.screen.form.focused.id == .server)
    visitor.press(.control("u"))
    visitor.type("wss://example.org/q? ")
    #expect(visitor.outcome == nil && visitor.sees("wss://example.org/q?"))
    visitor.press(.backspace, .backspace, .backspace, .enter)
    guard case .pressed(.go, let form)? = visitor.outcome else {
      Issue.record("It did not go on.")
      return
    }
    #expect(form.code == "K7QF2" && form.url?.host == "example.org")
  }

  @Test("An error is shown in full, however long it is and however small the window")
  func longProblems() {
    for size in [WindowSize(columns: 60, rows: 20), WindowSize(columns: 80, rows: 24)] {
      let visitor = visitor()
      visitor.size = size
      visitor.press(.control("u"))
      visitor.type(String(repeating: "some.long.name.", count: 6) + "/K7QF2/play")
      visitor.press(.enter)
      let text = visitor.lines().joined(separator: " ").split { " │".contains($0) }
        .joined(separator: " ")
      #expect(text.contains("127.0.0.1:7777."), "\(visitor.lines())")
    }
  }

  @Test("The pointer neither takes the focus from a text field nor gives it one")
  func pointing() {
    let visitor = visitor()
    #expect(visitor.screen.form.isTyping)
    for row in visitor.screen.form.rows { #expect(visitor.point(at: row.label) == false) }
    visitor.press(.backTab)
    #expect(!visitor.screen.form.isTyping)
    let chosen = visitor.screen.form.focus
    for row in visitor.screen.form.rows {
      if case .text = row.control { #expect(visitor.point(at: row.label) == false) }
    }
    #expect(visitor.screen.form.focus == chosen)
    let host = ScreenTester(FormScreen("Host", intro: "", RoomForms.play))
    host.size.rows = 40
    let choices = host.screen.form.rows.indices.filter {
      if case .text = host.screen.form.rows[$0].control { return false }
      return $0 != host.screen.form.focus && !host.screen.form.isTyping
    }
    for index in choices {
      #expect(host.point(at: host.screen.form.rows[index].label) == true)
      #expect(host.screen.form.focus == index)
    }
    #expect(!choices.isEmpty)
  }

  @Test("Escape goes back; q quits unless a text is being typed")
  func leaving() {
    let back = visitor()
    back.press(.character("q"), .escape)
    guard case .back? = back.outcome else {
      Issue.record("Escape did not go back.")
      return
    }
    let quit = visitor()
    quit.press(.backTab, .character("q"))
    guard case .quit? = quit.outcome else {
      Issue.record("q did not quit.")
      return
    }
  }

  @Test("A button is pressed by a click, in every window that is large enough")
  func clicking() {
    for size in Conditions.sizes where MenuPage.fits(size) {
      for form in [RoomForms.play, RoomForms.host, RoomForms.join(.standard)] {
        let visitor = ScreenTester(FormScreen("T", intro: "Some words about it.", form))
        visitor.size = size
        let label = form.rows.last?.label ?? ""
        #expect(visitor.click("[ \(label) ]"), "\(size) \(visitor.lines())")
        guard case .pressed(.go, _)? = visitor.outcome else {
          Issue.record("\(label) was not pressed in \(size).")
          return
        }
      }
    }
  }

  @Test("It is drawn in every window and style")
  func everywhere() {
    for renderStyle in Conditions.looks {
      for size in Conditions.sizes {
        let visitor = visitor()
        (visitor.renderStyle, visitor.size) = (renderStyle, size)
        #expect(visitor.sees("Fingerprint") == MenuPage.fits(size))
      }
    }
  }
}
