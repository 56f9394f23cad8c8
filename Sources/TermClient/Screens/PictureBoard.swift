// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Stage

/// Where the cards of a table lie in a picture: each begins with a cell and has a whole number of
/// pixels, so that cards at rest have sharp edges and are all alike.
struct PictureBoard: Hashable, Sendable {
  /// The blocks its pixels are drawn with.
  let blocks: Blocks
  /// A cell's height over its width.
  let cellHeight: Float
  /// The table.
  let table: Table
  /// A card's width in pixels.
  let cardWidth: Int
  /// A card's height in pixels: half as high again as it is wide, to the nearest pixel.
  let cardHeight: Int
  /// From one card to the next, in pixels across.
  let pitchX: Int
  /// From one card to the next, in pixels down.
  let pitchY: Int
  /// The first pixel of the first card.
  private(set) var left = 0
  /// The first row of pixels of the first card.
  private(set) var top = 0

  /// The smallest card of a picture, in cells: anything smaller is better drawn with characters.
  private static let smallest = (columns: 4, rows: 3)
  /// The widest card, in units: a larger one would be all edges and blur.
  private static let widest: Float = 28

  /// The board with the largest cards that fit into an area of cells, in its middle; nil if even the
  /// smallest do not.
  init?(_ table: Table, in area: Area, _ blocks: Blocks, cellHeight: Float) {
    let (width, height) = (area.width * blocks.across, area.height * blocks.down)
    let most = Int(Self.widest) * blocks.across
    let least = Self.smallest.columns * blocks.across
    guard width > 0, height > 0, most >= least else { return nil }
    let sizes = stride(from: most, through: least, by: -1).lazy.map {
      PictureBoard(table, cardWidth: $0, blocks, cellHeight: cellHeight)
    }
    let found = sizes.first {
      $0.width <= width && $0.height <= height
        && $0.cardHeight >= Self.smallest.rows * blocks.down
    }
    guard var board = found else { return nil }
    board.left =
      (area.column + (width - board.width) / 2 / blocks.across) * blocks.across
    board.top = (area.row + (height - board.height) / 2 / blocks.down) * blocks.down
    self = board
  }

  private init(_ table: Table, cardWidth: Int, _ blocks: Blocks, cellHeight: Float) {
    self.table = table
    self.blocks = blocks
    self.cellHeight = cellHeight
    self.cardWidth = cardWidth
    let (across, down) = (Float(blocks.across), Float(blocks.down) / cellHeight)
    let card = CardArt(width: Float(cardWidth) / across, for: blocks, cellHeight: cellHeight)
    cardHeight = Int((card.height * down).rounded())
    // Whole cells, so that the cells of each card's edges show the same as those of any other's.
    func pitch(_ size: Int, _ gap: Float, _ cell: Int) -> Int {
      let nearest = Int(((Float(size) + gap) / Float(cell)).rounded()) * cell
      return nearest > size ? nearest : nearest + cell
    }
    let gap = max(card.width * 0.2, 1)
    pitchX = pitch(cardWidth, gap * across, blocks.across)
    pitchY = pitch(cardHeight, gap * down, blocks.down)
  }

  /// Pixels across all cards.
  var width: Int { max(table.columns * pitchX - (pitchX - cardWidth), 0) }
  /// Pixels down all cards.
  var height: Int { max(table.rows * pitchY - (pitchY - cardHeight), 0) }

  /// Pixels in a unit across.
  var across: Float { Float(blocks.across) }
  /// Pixels in a unit down.
  var down: Float { Float(blocks.down) / cellHeight }
  /// A card's width in units.
  var unitWidth: Float { Float(cardWidth) / across }
  /// Units in a unit of the table.
  var scale: Float { Float(pitchX) / across / Float(Table.pitchX) }

  /// A point of the table in units of the picture; nothing is rounded but what lies on a place.
  func place(of point: Point) -> (x: Float, y: Float) {
    let x = Float(point.x / Table.pitchX - 0.5) * Float(pitchX) + Float(cardWidth) / 2
    let y = Float(point.y / Table.pitchY - 0.5) * Float(pitchY) + Float(cardHeight) / 2
    return ((Float(left) + x) / across, (Float(top) + y) / down)
  }

  /// A card's outline around a middle, grown by some pixels across and down.
  func box(around middle: (x: Float, y: Float), pixels: (x: Int, y: Int)) -> RoundedBox {
    let grown = SIMD2(Float(pixels.x) / across, Float(pixels.y) / down)
    return RoundedBox(
      x: middle.x, y: middle.y, width: unitWidth + 2 * grown.x,
      height: Float(cardHeight) / down + 2 * grown.y,
      radius: max(unitWidth * 0.11 + grown.x, 0))
  }

  /// How large a flying number looks, without its shadow.
  func numberSize(_ number: Int) -> SIMD2<Float> {
    let height = PictureTextures.numberHeight(cardHeight: Float(cardHeight) / down)
    return SIMD2(height * 0.93 * Float(Wording.signed(number).count), height)
  }

  /// The middles of all places, in units of the picture.
  var middles: [(x: Float, y: Float)] {
    table.places.compactMap { table.centre(of: $0) }.map { place(of: $0) }
  }

  /// The cells whose middle is covered by a card whose middle is at a point of the table.
  func area(at centre: Point) -> Area {
    let middle = place(of: centre)
    func cells(_ middle: Float, _ length: Float) -> Range<Int> {
      // A cell whose middle is on the edge is on the same side of it as for a click.
      let shift: Float = 0.5 + 0.001
      let from = Int((middle - length / 2 - shift).rounded(.up))
      return from..<max(Int((middle + length / 2 - shift).rounded(.up)), from + 1)
    }
    let columns = cells(middle.x, unitWidth)
    let rows = cells(middle.y / cellHeight, Float(cardHeight) / Float(blocks.down))
    return Area(
      column: columns.lowerBound, row: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// The place whose card at rest covers the middle of a cell; nil between cards and outside.
  func place(column: Int, row: Int) -> Int? {
    guard !table.places.isEmpty, (0...WindowSize.limit).contains(column),
      (0...WindowSize.limit).contains(row)
    else { return nil }
    // Twice as many as pixels, so that a cell's middle is a whole number.
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
