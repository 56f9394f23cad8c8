// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Testing

@testable import TerminalUI

@Suite("Text fields", .timeLimit(.minutes(1)))
struct TextFieldTests {
  private func typed(_ keys: [Key], into field: TextField = TextField(limit: 10)) -> TextField {
    var field = field
    for key in keys { _ = field.take(key) }
    return field
  }

  @Test("Characters are inserted and deleted at the cursor")
  func editing() {
    var field = typed([.character("a"), .character("c"), .left, .character("b")])
    #expect(field.text == "abc" && field.cursor == 2)
    field = typed([.backspace, .backspace, .backspace, .backspace], into: field)
    #expect(field.text == "c" && field.cursor == 0)
    field = typed([.end, .character("d"), .home, .right, .right, .right], into: field)
    #expect(field.text == "cd" && field.cursor == 2)
    field = typed([.control("u"), .character("x")], into: field)
    #expect(field.text == "x")
    field = typed([.control("w")], into: TextField("ws one two"))
    #expect(field.text == "ws one ")
    #expect(typed([.control("w")], into: field).text == "ws ")
    #expect(typed([.control("w")], into: TextField()).isEmpty)
  }

  @Test("Typing or pasting replaces a suggestion, unless it was edited first")
  func selected() {
    let field = TextField("ws://a:1", limit: 20, isSelected: true)
    #expect(typed([.character("x"), .character("y")], into: field).text == "xy")
    #expect(typed([.paste("ws://b:2")], into: field).text == "ws://b:2")
    #expect(typed([.backspace], into: field).isEmpty)
    for key in [Key.left, .end, .home, .control("e")] {
      #expect(typed([key, .end, .character("2")], into: field).text == "ws://a:12")
    }
    #expect(typed([.tab, .up, .character("x")], into: field).text == "x", "Going by is no edit.")
    var clicked = field
    clicked.click(cell: 40, of: 40)
    #expect(typed([.character("2")], into: clicked).text == "ws://a:12")
  }

  @Test("Keys that text fields do not use are passed on")
  func otherKeys() {
    var field = TextField("abc")
    for key in [Key.up, .down, .enter, .tab, .escape, .pageUp, .control("c")] {
      #expect(field.take(key) == false)
    }
    #expect(field.text == "abc")
  }

  @Test("It never holds more than its limit, or unsafe characters")
  func harmless() {
    #expect(typed(Array(repeating: .character("x"), count: 30)).text.count == 10)
    #expect(TextField("a\u{1b}[31mb\u{202e}c\nd", limit: 10).text == "a[31mbc d")
    var field = TextField(limit: 10)
    for character in ["\u{1b}", "\u{7}", "\u{202e}", "\u{200d}", "\u{fe0f}"] as [Character] {
      field.insert(character)
    }
    #expect(field.isEmpty)
    field.insert(contentsOf: "one\ntwo\u{0}\u{1b}]0;x\u{7} three four")
    #expect(field.text == "one two]0;")
    var accents = TextField("e", limit: 10)
    accents.insert("\u{301}")
    #expect(accents.text == "e\u{301}" && accents.cursor == 1)
    for _ in 0..<100 { accents.insert("\u{301}") }
    #expect(accents.text.unicodeScalars.count <= 8)
  }

  @Test("The window shows the cursor, whatever the width", arguments: [1, 2, 5, 9, 40])
  func window(cells: Int) {
    var field = TextField("ab🐼cdéf日本g", limit: 40)
    for _ in 0..<12 {
      let window = field.window(cells: cells)
      #expect(window.cursor < max(cells, 1))
      #expect(field.text.hasSuffix(window.text))
      _ = field.take(.left)
    }
    #expect(field.window(cells: cells).text == field.text)
  }

  @Test("A click moves the cursor there", arguments: [5, 9, 40])
  func click(cells: Int) {
    var field = TextField("ab🐼cdéf日本g", limit: 40)
    for _ in 0..<12 {
      var clicked = field
      let cursor = clicked.window(cells: cells).cursor
      clicked.click(cell: cursor, of: cells)
      #expect(clicked == field)
      _ = field.take(.left)
    }
    field.click(cell: 0, of: 40)
    #expect(field.cursor == 0)
    field.click(cell: 16, of: 40)
    #expect(field.cursor == 2, "13 cells of text are centred, so they begin at the 13th.")
    field.click(cell: 400, of: 40)
    #expect(field.cursor == 10)
  }
}
