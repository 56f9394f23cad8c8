// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Cells

@Suite("Folded text", .timeLimit(.minutes(1)))
struct FoldedTextTests {
  @Test("Lines are broken at spaces, and words only where they are longer than a line")
  func words() {
    #expect("aaa bb c".folded(to: 5) == ["aaa", "bb c"])
    #expect("abcdefgh ij".folded(to: 3) == ["abc", "def", "gh", "ij"])
    #expect("abcdefgh ij".folded(to: 5) == ["abcde", "fgh", "ij"])
    #expect("a  b ".folded(to: 9) == ["a b"])
    #expect("".folded(to: 3) == [] && "   ".folded(to: 3) == [])
    #expect("abc".folded(to: 1) == ["abc"] && "abc".folded(to: 0) == ["abc"])
    #expect("漢字漢字 a".folded(to: 5) == ["漢字", "漢字", "a"])
    let bus = "You turn C2: bus. No match."
    #expect(bus.folded(to: 21) == ["You turn C2: bus.", "No match."])
    #expect(bus.folded(to: 5) == ["You", "turn", "C2:", "bus.", "No", "match", "."])
    let long = "Ana waits. Press r to watch it again."
    #expect(long.folded(to: 21) == ["Ana waits. Press r to", "watch it again."])
  }

  @Test("An ellipsis marks omitted text")
  func limits() {
    #expect("aaa bb c".folded(to: 5, lines: 2) == ["aaa", "bb c"])
    #expect("aaa bb c d".folded(to: 5, lines: 2) == ["aaa", "bb c…"])
    #expect("aaaa bbbbb".folded(to: 5, lines: 1) == ["aaaa…"])
    #expect("aaaaa bbbbb".folded(to: 5, lines: 1) == ["aaaa…"])
    #expect("aaa bb".folded(to: 4, lines: 0) == [] && "aaa bb".folded(to: 4, lines: -1) == [])
    #expect("".folded(to: 4, lines: 0) == [])
  }

  @Test("Parts are kept whole between other separators, if they fit into a line")
  func parts() {
    let hints = "Enter ready  b bot  x remove  ? help"
    #expect(hints.folded(to: 20, between: "  ") == ["Enter ready  b bot", "x remove  ? help"])
    #expect(
      hints.folded(to: 8, between: "  ") == ["Enter", "ready", "b bot", "x remove", "? help"])
    #expect(hints.parts(between: "  ").count == 4 && "  ".parts(between: "  ").isEmpty)
  }

  @Test("Text is split alike in ASCII and beyond it")
  func splitting() {
    for separator in [" ", "  ", ", "] {
      for text in ["", " ", "   ", "a", "a b", "a  b", " a   b  ", ", a,  b, ", "a,b , c"] {
        let other = text.replacing("a", with: "ä").replacing("b", with: "漢")
        let parts = text.parts(between: separator)
        #expect(
          other.parts(between: separator)
            == parts.map { $0.replacing("a", with: "ä").replacing("b", with: "漢") })
      }
    }
  }

  @Test("No line is longer than asked for")
  func widths() {
    let text = "It is Ben's turn. 漢字漢字漢字 turns a card and pneumonoultramicroscopic letters."
    for cells in 2...30 {
      for separator in [" ", "  "] {
        let lines = text.folded(to: cells, between: separator)
        #expect(lines.allSatisfy { $0.cells <= cells && !$0.isEmpty }, "\(cells): \(lines)")
      }
    }
  }

  @Test("The longest prefix that fits is kept, also before wide characters")
  func shortened() {
    #expect("abc".shortened(to: 3) == "abc" && "abcd".shortened(to: 3) == "abc")
    #expect("a漢b".shortened(to: 2) == "a" && "漢b".shortened(to: 1) == "")
    #expect("abc".shortened(to: 0) == "" && "".shortened(to: 0) == "")
  }
}
