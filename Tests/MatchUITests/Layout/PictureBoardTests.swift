// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Stage
import Testing

@testable import MatchUI

@Suite("Board of a picture", .timeLimit(.minutes(2)))
struct PictureBoardTests {
  private static let cellHeights: [Float] = [1.8, 2, 2.125, 2.4]

  /// Every board in every window that gets a picture, with the layout it is in.
  private static func layouts(_ cellHeight: Float, _ blocks: Blocks) -> [MatchLayout] {
    [2, 12, 32].flatMap { pairs in
      [40, 80, 120].flatMap { columns in
        [15, 24, 40].compactMap { rows in
          let board = Board.fitting(cards: 2 * pairs)
          return MatchLayout(
            pictureOf: Table(rows: board.rows, columns: board.columns), seats: 3,
            in: WindowSize(columns: columns, rows: rows), blocks, cellHeight: cellHeight)
        }
      }
    }
  }

  @Test("A click is on the card that covers the cell's middle", arguments: cellHeights)
  func clicks(cellHeight: Float) throws {
    for blocks in Blocks.allCases {
      for layout in Self.layouts(cellHeight, blocks) {
        let board = try #require(layout.picture)
        var hit: Set<Int> = []
        for row in 0..<layout.size.rows {
          for column in 0..<layout.size.columns {
            let clicked = layout.place(column: column, row: row)
            if let clicked { hit.insert(clicked) }
            // A middle on a card's very edge belongs to it or not.
            let drawn = [-0.01, 0.01].map { Self.covered(column, row, board, margin: $0) }
            guard !drawn.contains(clicked) else { continue }
            Issue.record("\(column), \(row) in \(layout.size): \(clicked ?? -1), \(drawn)")
          }
        }
        #expect(hit.count == layout.table.places.count)
        for place in layout.table.places {
          let area = layout.area(at: try #require(layout.table.centre(of: place)))
          #expect(layout.place(column: area.column, row: area.row) == place)
          let (right, lower) = (area.column + area.width - 1, area.row + area.height - 1)
          #expect(layout.place(column: right, row: lower) == place)
          #expect(layout.place(column: right + 1, row: lower) != place)
          #expect(layout.place(column: right, row: lower + 1) != place)
        }
      }
    }
  }

  /// The place whose card, as it is posed, covers a cell's middle.
  private static func covered(
    _ column: Int, _ row: Int, _ board: PictureBoard, margin: Float
  ) -> Int? {
    let (x, y) = (Float(column) + 0.5, (Float(row) + 0.5) * board.cellHeight)
    return board.middles.firstIndex { middle in
      abs(x - middle.x) < board.unitWidth / 2 + margin
        && abs(y - middle.y) < Float(board.cardHeight) / board.down / 2 + margin
    }
  }

  @Test("Cards lie on whole cells, are near to 2:3, and lie inside", arguments: cellHeights)
  func proportions(cellHeight: Float) throws {
    for blocks in Blocks.allCases {
      for layout in Self.layouts(cellHeight, blocks) {
        let board = try #require(layout.picture)
        for pixels in [board.left, board.cardWidth, board.pitchX] {
          #expect(pixels.isMultiple(of: blocks.across))
        }
        for pixels in [board.top, board.pitchY] { #expect(pixels.isMultiple(of: blocks.down)) }
        // If rows are scarce, the gap between cards is a single line of pixels.
        let isWhole = board.cardHeight.isMultiple(of: blocks.down)
        #expect(isWhole != board.isClose, "\(layout.size)")
        #expect(isWhole || board.cardHeight + 1 == board.pitchY)
        let ratio = board.unitHeight / board.unitWidth
        #expect((isWhole ? 1.3...1.85 : 0.6...1.6).contains(ratio), "\(layout.size): \(ratio)")
        #expect(board.pitchX > board.cardWidth && board.pitchY > board.cardHeight)
        #expect(layout.lettersRow >= 0 && layout.lettersRow < board.top / blocks.down)
        #expect(layout.numbersColumn >= 0 && layout.numbersColumn < board.left / blocks.across)
        let cells = board.cells
        let right = cells.column + cells.width
        let lower = cells.row + cells.height
        #expect(right < (layout.isPanelBelow ? layout.size.columns : layout.panel.column))
        #expect(lower <= (layout.isPanelBelow ? layout.panel.row : layout.size.rows))
      }
    }
  }

  @Test("Large cards leave two columns beside the numbers and three before the panel")
  func margins() throws {
    for columns in [80, 100, 120] {
      let layout = try #require(
        MatchLayout(
          pictureOf: Table(rows: 2, columns: 3), seats: 2,
          in: WindowSize(columns: columns, rows: 32), .sextants, cellHeight: 2))
      let cells = try #require(layout.picture).cells
      #expect(layout.numbersColumn >= 2 && layout.numbersColumn + 2 < cells.column)
      let right = layout.isPanelBelow ? columns : layout.panel.column
      #expect(cells.column + cells.width + 3 <= right)
      #expect(layout.lettersRow + 2 == cells.row)
    }
  }

  @Test("Cards grow with the window, and are larger where they are fewer")
  func grows() throws {
    func width(_ pairs: Int, _ columns: Int, _ rows: Int) throws -> Int {
      let board = Board.fitting(cards: 2 * pairs)
      let layout = MatchLayout(
        pictureOf: Table(rows: board.rows, columns: board.columns), seats: 2,
        in: WindowSize(columns: columns, rows: rows), .sextants, cellHeight: 2)
      return try #require(layout?.picture).cardWidth
    }
    #expect(try width(12, 80, 24) < width(12, 120, 40))
    #expect(try width(12, 120, 40) < width(12, 200, 60))
    #expect(try width(12, 120, 40) < width(4, 120, 40))
    #expect(try width(2, 1000, 1000) == 56)
  }

  @Test("Where rows are scarce, cards are wider, and a strip of players leaves them the last row")
  func scarce() throws {
    func layout(_ rows: Int, _ columns: Int, in size: WindowSize) throws -> MatchLayout {
      try #require(
        MatchLayout(
          pictureOf: Table(rows: rows, columns: columns), seats: 2, in: size, .sextants,
          cellHeight: 2.1))
    }
    for (size, width) in [((80, 24), 4), ((100, 32), 6)] {
      let layout = try layout(8, 8, in: WindowSize(columns: size.0, rows: size.1))
      #expect(layout.picture?.cardColumns == width && layout.picture?.isClose == true)
    }
    for rows in [23, 24] {
      let layout = try layout(4, 9, in: WindowSize(columns: 80, rows: rows))
      #expect(layout.isPanelBelow && layout.picture?.cardColumns == 6)
      #expect(layout.picture?.cardRows == 4 && layout.footerRows == 1)
    }
  }

  @Test("A narrow window has the panel below, and a tiny one no picture")
  func narrow() {
    func layout(
      _ columns: Int, _ rows: Int, _ table: Table = Table(rows: 4, columns: 6),
      _ blocks: Blocks = .sextants
    ) -> MatchLayout? {
      MatchLayout(
        table, seats: 2,
        in: MatchViewport(size: WindowSize(columns: columns, rows: rows), blocks: blocks))
    }
    #expect(layout(60, 40)?.isPanelBelow == true && layout(60, 40)?.picture != nil)
    #expect(layout(120, 40)?.isPanelBelow == false)
    // Little room makes a line of pixels the gap between cards.
    #expect(layout(40, 16)?.picture?.isClose == true)
    // The larger a card, the less it needs letters.
    let square = Table(rows: 4, columns: 4)
    let boards = [(40, 16), (100, 32), (300, 100)].map {
      layout($0.0, $0.1, square, .halves)?.picture
    }
    #expect(boards.map { $0?.hasShapes } == [false, true, true])
    // Emoji need more pixels.
    #expect(boards.map { $0?.hasPictures() } == [false, false, true])
    #expect(boards.map { $0?.hasCodes } == [false, true, false])
    #expect(layout(30, 10) == nil)
  }
}
