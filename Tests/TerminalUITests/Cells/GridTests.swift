// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Testing

@testable import TerminalUI

@Suite("Grid", .timeLimit(.minutes(1)))
struct GridTests {
  private func row(_ grid: Grid, _ row: Int = 0) -> [String] {
    (0..<grid.width).map { grid[$0, row].glyph.text }
  }

  @Test("A wide glyph takes two cells and is never left half")
  func wide() {
    var grid = Grid(width: 5, height: 1)
    grid.put("🐸", column: 1, row: 0, Style())
    #expect(row(grid) == [" ", "🐸", "", " ", " "])
    grid.put("x", column: 2, row: 0, Style())
    #expect(row(grid) == [" ", " ", "x", " ", " "])
    grid.put("🐸", column: 1, row: 0, Style())
    grid.put("🦁", column: 2, row: 0, Style())
    #expect(row(grid) == [" ", " ", "🦁", "", " "])
    grid.put("🐸", column: 1, row: 0, Style())
    #expect(row(grid) == [" ", "🐸", "", " ", " "])
    grid.put("y", column: 1, row: 0, Style())
    #expect(row(grid) == [" ", "y", " ", " ", " "])
  }

  @Test("Glyphs that do not fit are not drawn")
  func clipping() {
    var grid = Grid(width: 4, height: 1)
    let places = [(-1, 0), (0, -1), (0, 1), (3, 0), (4, 0), (Int.max - 2, 0)]
    for (column, row) in places {
      guard let frog = Glyph("🐸") else { continue }
      grid.put(frog, column: column, row: row, Style())
    }
    #expect(grid == Grid(width: 4, height: 1))
    #expect(grid.put("abc🐸", column: 0, row: 0, Style()) == 3)
    #expect(row(grid) == ["a", "b", "c", " "])
    #expect(grid.put("xyz", column: 0, row: 0, Style(), limit: 2) == 2)
    #expect(row(grid) == ["x", "y", "c", " "])
  }

  @Test(
    "A glyph has the same width on every terminal",
    arguments: [
      ("a", "a", 1), ("e\u{301}", "e\u{301}", 1), ("漢", "漢", 2), ("🐸", "🐸", 2),
      ("👨‍👩‍👧", "👨", 2), ("👍🏽", "👍", 2), ("❤️", "❤", 1), ("1️⃣", "1", 1), ("\u{a0}", " ", 1),
      ("\u{3000}", " ", 1),
      ("o\u{301}\u{302}\u{303}\u{304}", "o\u{301}\u{302}\u{303}", 1),
    ] as [(Character, String, Int)])
  func glyphs(character: Character, text: String, cells: Int) {
    #expect(Glyph(character)?.text == text)
    #expect(Glyph(character)?.cells == cells)
  }

  @Test(
    "Control characters are no glyphs",
    arguments: [
      "\u{0}", "\u{1b}", "\n", "\r\n", "\t", "\u{7f}", "\u{9b}", "\u{202e}", "\u{2066}", "\u{200b}",
      "\u{feff}", "\u{2028}", "\u{e000}", "\u{301}", "\u{fe0f}",
    ] as [Character])
  func controls(character: Character) {
    #expect(Glyph(character) == nil)
  }
}
