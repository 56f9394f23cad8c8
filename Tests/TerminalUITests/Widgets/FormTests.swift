// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Testing

@testable import TerminalUI

@Suite("Forms", .timeLimit(.minutes(1)))
struct FormTests {
  private enum Field: Hashable {
    case name
    case size
    case color
    case go
    case other
  }

  private let form = Form<Field>([
    .init(id: .name, label: "Name", control: .text(TextField())),
    .init(id: .size, label: "Size of it", control: .stepper(Stepper(3, in: 1...5))),
    .init(id: .color, label: "Color", control: .choice(Choice(["red", "green"]))),
    .init(id: .go, label: "Go", control: .button),
    .init(id: .other, label: "Other", control: .button),
  ])

  @Test("It can be filled in by keys alone")
  func keys() {
    var form = form
    for key in [Key.character("q"), .character("?"), .character(" "), .left, .backspace] {
      #expect(form.take(key) == .handled)
    }
    #expect(form.text(.name) == "q ")
    #expect(form.take(.tab) == .handled && !form.isTyping)
    for key in [Key.right, .right, .right, .character("-")] { #expect(form.take(key) == .handled) }
    #expect(form.number(.size) == 4)
    _ = form.take(.down)
    _ = form.take(.character(" "))
    #expect(form.value(.color) == "green")
    _ = form.take(.down)
    #expect(form.take(.enter) == .pressed(.go))
    _ = form.take(.down)
    #expect(form.take(.character(" ")) == .pressed(.other))
    _ = form.take(.down)
    #expect(form.focused.id == .name)
    _ = form.take(.backTab)
    #expect(form.focused.id == .other)
  }

  @Test("Enter in a row presses the first button; keys that forms do not use are passed on")
  func enter() {
    var form = form
    #expect(form.take(.enter) == .pressed(.go))
    #expect(form.take(.pageUp) == .passed)
    form.focus(on: .size)
    #expect(form.take(.character("q")) == .passed)
    #expect(form.take(.enter) == .pressed(.go))
    #expect(form.text(.size).isEmpty && form.number(.name) == 0 && form.value(.go).isEmpty)
  }

  @Test(
    "Hit testing finds every row where it is drawn, in every size", arguments: 1...12,
    [FormLayout.Spacing.compact, .usual, .wide, .paired])
  func layout(height: Int, spacing: FormLayout.Spacing) {
    for focus in [Field.name, .size, .color, .go, .other] {
      var form = form
      form.focus(on: focus)
      let area = Area(column: 7, row: 3, width: 40, height: height)
      let layout = FormLayout(form, in: area, spacing)
      var seen = 0
      for index in form.rows.indices {
        guard let line = layout.line(of: index) else { continue }
        seen += 1
        #expect(area.rows.contains(line))
        let columns = layout.columns(of: index)
        #expect(layout.hit(column: columns.lowerBound + 1, row: line)?.row == index)
        #expect(layout.hit(column: layout.lessColumn(of: index), row: line)?.part == .less)
        #expect(layout.hit(column: layout.moreColumn(of: index), row: line)?.part == .more)
        let value = layout.hit(column: layout.value(of: index).lowerBound + 2, row: line)
        #expect(value?.row == index)
        let isCentred = spacing != .paired || [1, 2].contains(index)
        let cells = layout.value(of: index).count
        #expect(value?.part == .value(cell: 2, of: cells, isCentred: isCentred))
        #expect(layout.hit(column: 6, row: line) == nil)
      }
      #expect(layout.line(of: form.focus) != nil)
      // Both buttons, below an empty line or around one.
      let least = spacing == .wide ? 6 : 5
      #expect(height < least || [3, 4].allSatisfy { layout.line(of: $0) != nil })
      #expect(seen == form.rows.count || height < FormLayout.height(of: form, spacing))
    }
  }

  @Test("Clicks change values, press buttons and move the cursor")
  func clicks() {
    var form = form
    #expect(form.click(1, .more) == .handled)
    #expect(form.click(1, .more) == .handled)
    #expect(form.click(1, .less) == .handled)
    #expect(form.number(.size) == 4)
    #expect(form.click(2, .label) == .handled)
    #expect(form.focused.id == .color && form.value(.color) == "red")
    #expect(form.click(3, .value(cell: 0, of: 9, isCentred: true)) == .pressed(.go))
    #expect(form.click(9, .label) == .passed)
    _ = form.click(0, .label)
    for letter in "abc" { _ = form.take(.character(letter)) }
    // The text is in the middle, or after a free cell.
    _ = form.click(0, .value(cell: 4, of: 9, isCentred: true))
    _ = form.take(.character("x"))
    _ = form.click(0, .value(cell: 2, of: 20, isCentred: false))
    _ = form.take(.character("y"))
    #expect(form.text(.name) == "ayxbc")
  }
}
