// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchFixtures
import Replays
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
    let caption = face.name(columns: area.width - 2).flatMap { row(of: $0.uppercased()) }
    if area.height < 4 || face.name(columns: area.width - 2) == nil {
      #expect(caption == nil && shown == area.row + (board.cardRows - 1) / 2)
    } else {
      #expect(shown == area.row + area.height / 2 - 1 && caption == shown + 1, "\(size), \(area)")
    }
    return area.height
  }

  @Test("A picture in blocks has its name below it")
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
      #expect(rows == [area.row + area.height - 2], "\(drawing)")
    }
  }

  @Test(
    "The winner's pairs have their names, on cards or below them",
    arguments: [Drawing.halves, .sextants],
    [WindowSize(columns: 80, rows: 24), WindowSize(columns: 200, rows: 60)])
  func winnersPairs(drawing: Drawing, size: WindowSize) throws {
    var script = ScriptedMatch(faces: [2, 2, 3, 3])
    script.begin()
    script.deal()
    for places in [(0, 1), (2, 3)] { script.choose(places.0, places.1) }
    script.pass(.seconds(5))
    var screen = MatchScreen(roomCode: "KAZU")
    let match = try #require(MatchRecord(of: "match", in: script.log.entries))
    screen.summary = MatchSummary(of: MatchStatistics(of: match))
    let scene = stage(script.log, ViewerState(), at: script.now)
    let grid = screen.draw(scene, RenderStyle(depth: .full, drawing: drawing), in: size)
    for face in [Face(2), Face(3)] {
      let name = ThemeFaces.standard.face(scene.theme, face).name
      #expect(grid.contains(name) || grid.contains(name.uppercased()), "\(name)")
    }
  }

  @Test("A name is whole or not there: part of it looks like another one")
  func longNames() {
    let liberty = ThemeFace(name: "Statue of Liberty", plural: "", code: "LIB")
    #expect(liberty.name(columns: 17) == liberty.name && liberty.name(columns: 16) == nil)
    // Letters of two cells count as two.
    let elephants = ThemeFace(
      name: "\u{8c61}\u{8c61}\u{8c61}\u{8c61}", plural: "", code: "ELE")
    #expect(elephants.name(columns: 8) == elephants.name && elephants.name(columns: 7) == nil)
    let all = Pictures.all
    #expect(liberty.lines(columns: 8, rows: 6, all).lines == ["LIB"], "It has no emoji.")
    let bag = ThemeFace(emoji: "🥖", name: "baguette", plural: "", code: "BAG")
    #expect(bag.lines(columns: 9, rows: 6, all) == (2, ["🥖"]))
    #expect(bag.lines(columns: 10, rows: 6, all) == (2, ["🥖", "BAGUETTE"]))
    #expect(bag.lines(columns: 10, rows: 3, all) == (1, ["🥖"]))
  }
}
