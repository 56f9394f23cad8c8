// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells
package import Interpolation
package import Stage

/// The positions of a table's cards in a picture.
///
/// Cards and the gaps between them are whole cells, so that no cell of two colours has to show a
/// card's edge, its pattern and the felt at once, and text on a card has only the card behind it.
///
/// If rows are scarce, the last line of pixels of each card is its gap.
package struct PictureBoard: Hashable, Sendable {
  /// The blocks that a cell is divided into.
  package let blocks: Blocks
  /// A cell's height over its width.
  package let cellHeight: Float
  /// The table.
  package let table: Table
  /// A card's width in pixels.
  package let cardWidth: Int
  /// A card's height in pixels: about 1.5 times its width as seen, unless rows are scarce.
  let cardHeight: Int
  /// From one card to the next horizontally, in pixels.
  package let pitchX: Int
  /// From one card to the next vertically, in pixels.
  let pitchY: Int
  /// The left edge of the first card, in pixels.
  package private(set) var left = 0
  /// The upper edge of the first card, in pixels.
  package private(set) var top = 0

  /// The maximum width of a card in cells: larger pictures would look blurred.
  private static let widest = 28
  /// A card's size and the gaps after it, in cells; without rows between cards the vertical gap is
  /// one pixel.
  private struct CellSize {
    var width: Int
    var height: Int
    var gapX: Int
    var gapY: Int
    /// A card's height over its width.
    var ratio: Float

    /// Whether it is better than another size that fits: larger, else nearer to 2:3, else with
    /// larger gaps.
    func isBetter(than other: CellSize) -> Bool {
      let (area, otherArea) = (width * height, other.width * other.height)
      if area != otherArea { return area > otherArea }
      let (away, otherAway) = (abs(ratio - 1.5), abs(other.ratio - 1.5))
      return away != otherAway ? away < otherAway : gapX > other.gapX
    }

    func fits(_ table: Table, in area: Area) -> Bool {
      table.columns * (width + gapX) - gapX <= area.width
        && table.rows * (height + gapY) - gapY <= area.height
    }

    /// The size with a row more between cards, where many are free above and below them.
    func spread(_ table: Table, in area: Area) -> CellSize {
      let free = area.height - table.rows * (height + gapY) + gapY
      guard gapY > 0, free >= 2 * table.rows else { return self }
      var size = self
      size.gapY += 1
      return size
    }
  }

  /// Centres the board with the largest cards that fit into an area of cells; nil if not even the
  /// smallest do.
  init?(_ table: Table, in area: Area, _ blocks: Blocks, cellHeight: Float) {
    guard area.width > 0, area.height > 0, (0...64).contains(table.rows),
      (0...64).contains(table.columns)
    else { return nil }
    func best(_ sizes: [CellSize]) -> CellSize? {
      sizes.filter { $0.fits(table, in: area) }.reduce(nil) { best, size in
        best.map { size.isBetter(than: $0) } ?? true ? size : best
      }
    }
    guard
      let size = best(Self.spaced(cellHeight)) ?? best(Self.close(blocks, cellHeight))
    else { return nil }
    self.init(table, size.spread(table, in: area), blocks, cellHeight: cellHeight)
    left = (area.column + (area.width - cells.width) / 2) * blocks.across
    // Letters above balance the odd row.
    top = (area.row + (area.height - cells.height + 1) / 2) * blocks.down
  }

  private init(_ table: Table, _ size: CellSize, _ blocks: Blocks, cellHeight: Float) {
    self.table = table
    self.blocks = blocks
    self.cellHeight = cellHeight
    cardWidth = size.width * blocks.across
    cardHeight = size.height * blocks.down - (size.gapY == 0 ? 1 : 0)
    pitchX = (size.width + size.gapX) * blocks.across
    pitchY = (size.height + size.gapY) * blocks.down
  }

  /// Whether its cards and gaps have the sizes of another board's.
  func hasSizes(of other: PictureBoard) -> Bool {
    (cardWidth, cardHeight, pitchX, pitchY)
      == (other.cardWidth, other.cardHeight, other.pitchX, other.pitchY)
  }

  /// Sizes with rows between cards.
  private static func spaced(_ cellHeight: Float) -> [CellSize] {
    (4...widest).flatMap { width -> [CellSize] in
      let nearest = Float(width) * 1.5 / cellHeight
      let gap = max(Int((Float(width) * 0.2).rounded()), width < 6 ? 1 : 2)
      let gapY = max(Int((Float(width) * 0.2 / cellHeight).rounded()), 1)
      return [Int(nearest), Int(nearest) + 1].flatMap { height -> [CellSize] in
        let ratio = Float(height) * cellHeight / Float(width)
        guard height >= 3, (1.3...1.85).contains(ratio) else { return [] }
        return [gap, width < 8 ? 1 : gap].map {
          CellSize(width: width, height: height, gapX: $0, gapY: gapY, ratio: ratio)
        }
      }
    }
  }

  /// Sizes without rows between cards, for small windows.
  ///
  /// Where rows are scarce, wider cards have larger pictures.
  private static func close(_ blocks: Blocks, _ cellHeight: Float) -> [CellSize] {
    [(4, 2), (4, 3), (5, 3), (6, 3)].map { width, height in
      let rows = Float(height) - 1 / Float(blocks.down)
      return CellSize(
        width: width, height: height, gapX: 1, gapY: 0, ratio: rows * cellHeight / Float(width))
    }
  }

  /// Whether only one line of pixels separates rows of cards.
  package var isClose: Bool { pitchY - cardHeight < blocks.down }

  /// Whether a card has enough pixels for a drawn shape.
  package var hasShapes: Bool { unitWidth >= 5.5 && cardHeight >= 5 * blocks.down }

  /// Whether a card has enough pixels for a picture of an emoji: fewer would be a smudge.
  ///
  /// A few are enough for one in motion if there is a better one at rest.
  package func hasPictures(inMotion: Bool = false) -> Bool {
    cardWidth >= (inMotion ? 12 : Self.fewestPixels(of: blocks)) && cardHeight >= 5 * blocks.down
  }

  /// Whether a card of a result, of some cells across, has enough pixels for a picture.
  package func hasTrophyPicture(columns: Int) -> Bool {
    columns * blocks.across >= Self.fewestPixels(of: blocks)
  }

  /// The fewest pixels across of a picture that is recognised: six sextants share two colours.
  package static func fewestPixels(of blocks: Blocks) -> Int { blocks == .sextants ? 20 : 14 }

  /// Whether a drawn shape needs letters at a card's foot: the outlines and fillings of shapes
  /// are too much alike in few pixels.
  package var hasCodes: Bool {
    cardWidth >= 5 * blocks.across && cardHeight >= 5 * blocks.down && cardWidth < 18
  }

  /// Whether a picture has its name below it: blocks leave it coarse.
  package var hasNames: Bool {
    hasPictures() && cardRows >= 8 && cardWidth < 28 * blocks.across
  }

  /// The board's width in pixels.
  var width: Int { max(table.columns * pitchX - (pitchX - cardWidth), 0) }
  /// The board's height in pixels.
  var height: Int { max(table.rows * pitchY - (pitchY - cardHeight), 0) }

  /// Pixels per unit, horizontally.
  package var across: Float { Float(blocks.across) }
  /// Pixels per unit, vertically.
  package var down: Float { Float(blocks.down) / cellHeight }
  /// A card's width in units.
  package var unitWidth: Float { Float(cardWidth) / across }
  /// A card's height in units.
  package var unitHeight: Float { Float(cardHeight) / down }
  /// The cells that a card covers across, some of them perhaps in part.
  package var cardColumns: Int { (cardWidth + blocks.across - 1) / blocks.across }
  /// The cells that a card covers down, some of them perhaps in part.
  package var cardRows: Int { (cardHeight + blocks.down - 1) / blocks.down }
  /// A card's size in square units.
  var unitArea: Float { unitWidth * unitHeight }
  /// The cells of the whole board.
  var cells: Area {
    Area(
      column: left / blocks.across, row: top / blocks.down,
      width: (width + blocks.across - 1) / blocks.across,
      height: (height + blocks.down - 1) / blocks.down)
  }

  /// Converts a point of the table to canvas units; only places fall on whole pixels.
  package func place(of point: Point) -> (x: Float, y: Float) {
    let x = Float(point.x / Table.pitchX - 0.5) * Float(pitchX) + Float(cardWidth) / 2
    let y = Float(point.y / Table.pitchY - 0.5) * Float(pitchY) + Float(cardHeight) / 2
    return ((Float(left) + x) / across, (Float(top) + y) / down)
  }

  /// The row of cells that has a point of the table; the upper one of two for a point between them.
  package func row(of point: Point) -> Int {
    let y = Float(point.y / Table.pitchY - 0.5) * Float(pitchY) + Float(cardHeight) / 2
    return Int(((Float(top) + y) / Float(blocks.down)).rounded(.up)) - 1
  }

  /// The centres of all places, in canvas units.
  package var middles: [(x: Float, y: Float)] {
    table.places.compactMap { table.centre(of: $0) }.map { place(of: $0) }
  }

  /// The cells whose middle is covered by a card at `centre`.
  package func area(at centre: Point) -> Area {
    let middle = place(of: centre)
    func cells(_ middle: Float, _ length: Float) -> Range<Int> {
      // A cell whose middle is on the edge belongs to the same side as in hit testing.
      let shift: Float = 0.5 + 0.001
      let from = Int((middle - length / 2 - shift).rounded(.up))
      return from..<max(Int((middle + length / 2 - shift).rounded(.up)), from + 1)
    }
    let columns = cells(middle.x, unitWidth)
    let rows = cells(middle.y / cellHeight, Float(cardHeight) / Float(blocks.down))
    return Area(
      column: columns.lowerBound, row: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// The place whose card at rest covers a cell's middle; nil for gaps and outside.
  func place(column: Int, row: Int) -> Int? {
    guard !table.places.isEmpty, (0...WindowSize.limit).contains(column),
      (0...WindowSize.limit).contains(row)
    else { return nil }
    // In half pixels, so that a cell's middle is a whole number.
    let x = (2 * column + 1) * blocks.across - 2 * left
    let y = (2 * row + 1) * blocks.down - 2 * top
    guard x >= 0, y >= 0 else { return nil }
    let (boardColumn, boardRow) = (x / (2 * pitchX), y / (2 * pitchY))
    guard boardColumn < table.columns, boardRow < table.rows, x % (2 * pitchX) < 2 * cardWidth,
      y % (2 * pitchY) < 2 * cardHeight
    else { return nil }
    return boardRow * table.columns + boardColumn
  }
}
