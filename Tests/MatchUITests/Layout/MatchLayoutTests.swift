// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchFixtures
import Stage
import Testing

@testable import MatchUI

@Suite("Layout", .timeLimit(.minutes(1)))
struct MatchLayoutTests {
  private static func table(pairs: Int) -> Table {
    let board = Board.fitting(cards: 2 * pairs)
    return Table(rows: board.rows, columns: board.columns)
  }

  private static let sizes = [40, 60, 79, 80, 100, 120, 200, 300].flatMap { columns in
    [15, 20, 24, 30, 40, 60, 100].map { WindowSize(columns: columns, rows: $0) }
  }

  @Test("In any window everything is inside and nothing overlaps", arguments: sizes)
  func fits(size: WindowSize) throws {
    for pairs in 2...32 {
      for seats in [1, 2, 8] {
        let table = Self.table(pairs: pairs)
        let needed = MatchLayout.needed(table, seats: seats)
        guard let layout = MatchLayout(table, seats: seats, in: size) else {
          #expect(size.columns < needed.columns || size.rows < needed.rows)
          continue
        }
        let areas = table.places.compactMap { table.centre(of: $0) }.map { layout.area(at: $0) }
        let cells = (areas + [layout.panel]).flatMap { area in
          area.rows.flatMap { row in area.columns.map { row * 1000 + $0 } }
        }
        #expect(Set(cells).count == cells.count, "\(pairs) pairs, \(seats) seats overlap.")
        let isInside = cells.allSatisfy {
          $0 % 1000 < size.columns && (2..<layout.messageRow).contains($0 / 1000)
        }
        #expect(isInside, "\(pairs) pairs, \(seats) seats stick out.")
        #expect(layout.panel.height >= (layout.isPanelBelow ? 1 : 2 + seats))
        #expect(areas.allSatisfy { $0.column > layout.numbersColumn && $0.row > layout.lettersRow })
      }
    }
  }

  @Test("The window it asks for is sufficient, and a smaller one is not", arguments: 2...32)
  func needed(pairs: Int) {
    let table = Self.table(pairs: pairs)
    let needed = MatchLayout.needed(table, seats: 4)
    #expect(MatchLayout(table, seats: 4, in: needed) != nil)
    let lower = WindowSize(columns: needed.columns, rows: needed.rows - 1)
    let narrower = WindowSize(columns: needed.columns - 1, rows: needed.rows)
    if needed.rows > 15 { #expect(MatchLayout(table, seats: 4, in: lower) == nil) }
    if needed.columns > 40 { #expect(MatchLayout(table, seats: 4, in: narrower) == nil) }
  }

  @Test("A larger window has cards at least as large, near to 2:3")
  func grows() throws {
    for pairs in 2...32 {
      let table = Self.table(pairs: pairs)
      var last = 0
      for size in (0..<20).map({ WindowSize(columns: 60 + 10 * $0, rows: 20 + 4 * $0) }) {
        guard let layout = MatchLayout(table, seats: 2, in: size) else { continue }
        #expect(layout.card.height >= last)
        last = layout.card.height
      }
    }
    for card in MatchLayout.cardSizes where card.height > 2 {
      #expect((0.55...0.76).contains(Double(card.width) / Double(2 * card.height)))
      #expect(card.width.isMultiple(of: 2))
    }
  }

  @Test("Cards have gaps if there is room, and odd widths can centre three letters")
  func spread() throws {
    let table = Self.table(pairs: 8)
    let size = WindowSize(columns: 100, rows: 32)
    for pictures in Pictures.allCases {
      let viewport = MatchViewport(size: size, pictures: pictures)
      let layout = try #require(MatchLayout(table, seats: 2, in: viewport))
      #expect(layout.card.width.isMultiple(of: 2) == (pictures != .none))
      // Half a card's width at most, and no less than a quarter.
      #expect((layout.card.width / 4...layout.card.width / 2 + 2).contains(layout.card.gapX))
      let left = layout.board.column
      let right = layout.panel.column - layout.board.column - layout.board.width
      #expect(abs(left - right) <= 3)
    }
  }

  @Test("A hit is the place whose card was drawn there")
  func hits() throws {
    let table = Self.table(pairs: 12)
    let size = WindowSize(columns: 90, rows: 30)
    let layout = try #require(MatchLayout(table, seats: 2, in: size))
    for place in table.places {
      let area = try layout.area(at: #require(table.centre(of: place)))
      #expect(layout.place(column: area.column, row: area.row) == place)
      let (right, bottom) = (area.column + area.width - 1, area.row + area.height - 1)
      #expect(layout.place(column: right, row: bottom) == place)
    }
    #expect(layout.place(column: -1, row: 3) == nil && layout.place(column: 3, row: -1) == nil)
    #expect(layout.place(column: .max, row: .max) == nil)
  }

  @Test("A card that turns is as narrow as it looks, and one that leaves shrinks to nothing")
  func turning() throws {
    let script = ScriptedMatch.at(.playing)
    let scene = stage(script.log, ViewerState(), at: script.now)
    let layout = try #require(
      MatchLayout(scene.table, seats: 2, in: WindowSize(columns: 100, rows: 30)))
    var card = scene.cards[5]
    let whole = layout.area(at: card.centre)
    #expect(layout.area(of: card) == whole)
    for rotation in stride(from: 0.0, through: 180, by: 15) {
      card.rotation = rotation
      let area = try #require(layout.area(of: card))
      #expect(area.height == whole.height && (1...whole.width).contains(area.width))
      #expect(abs(2 * area.column + area.width - 2 * whole.column - whole.width) <= 1)
      if rotation == 90 { #expect(area.width == 1) }
    }
    card.scale = 0.01
    #expect(layout.area(of: card) == nil)
  }

  @Test("Small windows are too small")
  func tooSmall() {
    let none = Table(rows: 0, columns: 0)
    #expect(MatchLayout(none, seats: 2, in: WindowSize(columns: 39, rows: 50)) == nil)
    #expect(MatchLayout(none, seats: 2, in: WindowSize(columns: 90, rows: 14)) == nil)
    #expect(MatchLayout(none, seats: 8, in: WindowSize(columns: 40, rows: 15)) != nil)
    #expect(MatchLayout.needed(none, seats: 2) == WindowSize(columns: 40, rows: 15))
  }
}
