// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalFixtures
import TerminalUI
import Testing

@Suite("Forms in a panel", .timeLimit(.minutes(1)))
struct FormScreenTests {
  private enum Row: Hashable {
    case name
    case count
    case save
  }

  private static let form = Form<Row>([
    .init(
      id: .name, label: "Name", control: .text(TextField(placeholder: "a name")),
      hint: "What others call it."),
    .init(id: .count, label: "Count", control: .stepper(Stepper(2, in: 1...4)), hint: "How many."),
    .init(id: .save, label: "Save", control: .button),
  ])

  private func tester(
    _ style: PlainStyle = PlainStyle(depth: .full)
  ) -> ScreenTester<FormScreen<Row, PlainStyle>> {
    ScreenTester(
      FormScreen("Box", intro: "A box with a name.", Self.form) {
        $0.text(.name).isEmpty ? (.name, "A box needs a name.") : nil
      } unpack: { form, text in
        guard let count = text.split(separator: " ").dropFirst().first else { return false }
        form.put(String(count), into: .name)
        return true
      }, in: style)
  }

  @Test("Its button chooses the form as filled in")
  func filling() {
    let tester = tester()
    tester.type("Red")
    tester.press(.down, .right, .down, .enter)
    guard case .chosen(let form)? = tester.outcome else {
      Issue.record("The button chose nothing.")
      return
    }
    #expect(form.text(.name) == "Red" && form.number(.count) == 3)
  }

  @Test("Its note has an empty row below it where there is room")
  func padding() throws {
    let tester = tester()
    for rows in [24, 32, 60] {
      tester.size = WindowSize(columns: 100, rows: rows)
      let lines = tester.lines()
      let note = try #require(lines.firstIndex { $0.contains("What others call it.") })
      let below = lines[note + 1].filter { !" │".contains($0) }
      #expect(below.isEmpty, "\(rows): \(lines[note + 1])")
    }
  }

  @Test("An error focuses its row, and disappears with the next key")
  func problems() {
    let tester = tester()
    tester.press(.down, .down, .enter)
    #expect(tester.outcome == nil && tester.screen.form.focused.id == .name)
    #expect(tester.sees("A box needs a name."))
    tester.type("R")
    #expect(!tester.sees("A box needs a name.") && tester.sees("What others call it."))
  }

  @Test("Pasted text goes to the rows it has values for, or else to the focused row")
  func pasting() {
    let tester = tester()
    tester.press(.paste("box Blue"))
    #expect(tester.screen.form.text(.name) == "Blue")
    tester.press(.control("u"), .paste("Green"))
    #expect(tester.screen.form.text(.name) == "Green")
  }

  @Test("Escape goes back, Ctrl-C quits, and so does q unless text is typed")
  func leaving() {
    for (keys, isBack) in [
      ([.character("q"), .escape], true), ([.control("c")], false),
      ([.down, .character("q")], false),
    ] as [([Key], Bool)] {
      let tester = tester()
      for key in keys { tester.press(key) }
      switch tester.outcome {
      case .back?: #expect(isBack)
      case .quit?: #expect(!isBack)
      default: Issue.record("\(keys) did not leave.")
      }
    }
  }

  @Test("Help opens with its key, covers the form, and closes with any key")
  func help() {
    let tester = tester()
    tester.press(.down)
    #expect(tester.click("? help") && tester.sees("press the button"))
    #expect(!tester.sees("Count"))
    tester.press(.character("q"))
    #expect(tester.sees("Count") && tester.outcome == nil)
  }

  @Test("It fits every window and style from the smallest on, and says so in smaller ones")
  func windows() {
    var picture = PlainStyle(depth: .full)
    picture.menu.picture = .init(
      blocks: .halves, cellHeight: 2, feltLit: 0x2c7466, feltDark: 0x0e343a, panel: 0x0d1420)
    for style in [PlainStyle(depth: .mono), picture] {
      for size in WindowSize.trials {
        let tester = tester(style)
        tester.size = size
        #expect(tester.sees("Count") == MenuPage.fits(size))
        guard MenuPage.fits(size) else { continue }
        tester.type("Red")
        #expect(tester.click("[ Save ]"), "\(tester.lines())")
        guard case .chosen? = tester.outcome else {
          Issue.record("The button was not pressed in \(size).")
          return
        }
      }
    }
  }
}
