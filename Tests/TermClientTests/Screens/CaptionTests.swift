// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchFixtures
import Stage
import TerminalFixtures
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Captions of small faces", .timeLimit(.minutes(1)))
struct CaptionTests {
  @Test("An emoji of the font is in the middle of a card, with its caption from four rows on")
  func middle() throws {
    var heights: Set<Int> = []
    for pairs in [4, 18] {
      // The first card's face is that of index 2.
      var script = ScriptedMatch(
        ["Ana", "Ben"], faces: (2..<(2 + pairs)).flatMap { [$0, $0] })
      script.begin()
      script.deal()
      script.choose(0)
      let scene = stage(script.log, ViewerState(), at: script.now + .seconds(1))
      for columns in stride(from: 40, through: 90, by: 5) {
        for rows in 15...26 {
          let size = WindowSize(columns: columns, rows: rows)
          if let height = try check(scene, in: size) { heights.insert(height) }
        }
      }
    }
    #expect(heights.isSuperset(of: [3, 4, 5, 6]))
  }

  /// Checks the first card in a window, if it shows an emoji in the font's size.
  ///
  /// - Returns: the card's rows; nil for a card with a picture.
  private func check(_ scene: Scene, in size: WindowSize) throws -> Int? {
    let style = RenderStyle(depth: .full, drawing: .sextants)
    let board = MatchLayout(scene.table, seats: 2, in: size, style)?.picture
    guard let board, !board.hasPictures() else { return nil }
    let grid = MatchScreen(roomCode: "KAZU").draw(scene, style, in: size)
    let centre = try #require(scene.table.centre(of: 0))
    let area = board.area(at: centre)
    func row(of text: String) -> Int? {
      area.rows.first { row in
        area.columns.map { grid[$0, row].glyph.text }.joined().contains(text)
      }
    }
    let face = ThemeFaces.standard.face(scene.theme, Face(2))
    let emoji = try #require(face.emoji)
    let shown = try #require(row(of: emoji), "\(size), \(area)")
    let caption = row(of: face.caption(columns: area.width - 2))
    if area.height < 4 {
      #expect(caption == nil && shown == area.row + (board.cardRows - 1) / 2)
    } else {
      #expect(shown == area.row + area.height / 2 - 1 && caption == shown + 1, "\(size), \(area)")
    }
    return area.height
  }

  @Test("A picture in half blocks has its name below it; one in sextants has none")
  func names() throws {
    var script = ScriptedMatch(["Ana", "Ben"], faces: (2..<20).flatMap { [$0, $0] })
    script.begin()
    script.deal()
    script.choose(0)
    let scene = stage(script.log, ViewerState(), at: script.now + .seconds(1))
    let size = WindowSize(columns: 200, rows: 60)
    for drawing in [Drawing.halves, .sextants] {
      let style = RenderStyle(depth: .full, drawing: drawing)
      let board = try #require(MatchLayout(scene.table, seats: 2, in: size, style)?.picture)
      let area = board.area(at: try #require(scene.table.centre(of: 0)))
      let grid = MatchScreen(roomCode: "KAZU").draw(scene, style, in: size)
      let name = ThemeFaces.standard.face(scene.theme, Face(2)).name
      let rows = area.rows.filter { row in
        area.columns.map { grid[$0, row].glyph.text }.joined().contains(name)
      }
      #expect(rows == (drawing == .halves ? [area.row + area.height - 2] : []), "\(drawing)")
    }
  }

  @Test("A name that is too long is its first word, or the caption")
  func longNames() {
    let face = ThemeFace(name: "Statue of Liberty", plural: "", code: "LIB")
    #expect(face.name(columns: 17) == "Statue of Liberty" && face.name(columns: 16) == "Statue")
    #expect(face.name(columns: 5) == "LIB")
  }

  @Test("A caption is the name or its first word, or three letters, and never a word cut off")
  func short() {
    for theme in ["animals", "food", "travel"] {
      for face in ThemeFaces.standard.faces(of: theme) {
        let words = face.name.uppercased().split(separator: " ").map(String.init)
        for columns in 0...20 {
          let caption = face.caption(columns: columns)
          let isWord = caption == words[0] || caption == words.joined(separator: " ")
          #expect(caption == face.code || isWord && caption.cells <= columns)
        }
      }
    }
    func captions(_ name: String, _ code: String) -> [String] {
      let face = ThemeFace(name: name, plural: "", code: code)
      return [3, 4, 5, 7].map { face.caption(columns: $0) }
    }
    #expect(captions("hot dog", "HDG") == ["HDG", "HDG", "HDG", "HOT DOG"])
    #expect(captions("green salad", "SAL") == ["SAL", "SAL", "GREEN", "GREEN"])
    #expect(captions("fox", "FOX") == ["FOX", "FOX", "FOX", "FOX"])
    // Letters of two cells count as two.
    let elephants = ThemeFace(
      name: "\u{8c61}\u{8c61}\u{8c61}\u{8c61}", plural: "", code: "ELE")
    #expect(elephants.caption(columns: 6) == "ELE" && elephants.caption(columns: 8).cells == 8)
  }
}
