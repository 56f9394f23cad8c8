// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// One cell of a screen.
package struct Cell: Hashable, Sendable {
  /// The glyph, or the right half of one.
  package var glyph: Glyph
  /// How it is drawn.
  package var style: Style

  /// An empty cell with the terminal's own colours.
  package static let blank = Cell(glyph: .space, style: Style())
}

/// A screenful of cells.
///
/// A wide glyph is always complete: its right half is the next cell, in the same style. Drawing
/// over one half blanks the other; a wide glyph that does not fit is not drawn.
///
/// Pictures may lie over the cells, for terminals that show them (`Grid+Pictures`); whatever is
/// drawn to a cell removes the picture there.
package struct Grid: Hashable, Sendable {
  /// Cells in a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// The cells, row by row.
  package private(set) var cells: [Cell]
  /// The piece of a picture over each cell; empty if there are no pictures.
  var pieces: [PicturePiece] = []
  /// The pictures that pieces are of, by their identity.
  var pictures: [UInt32: CellPicture] = [:]

  /// A grid of empty cells in a style.
  package init(width: Int, height: Int, style: Style = Style()) {
    precondition(width >= 0 && height >= 0, "The size of a grid must not be negative.")
    self.width = width
    self.height = height
    cells = Array(repeating: Cell(glyph: .space, style: style), count: width * height)
  }

  /// The cell at `column` and `row`, both from 0; traps outside the grid.
  package subscript(column: Int, row: Int) -> Cell {
    precondition(
      column >= 0 && column < width && row >= 0 && row < height,
      "There is no cell \(column), \(row) in a grid of \(width) by \(height).")
    return cells[row * width + column]
  }

  /// Draws a glyph; does nothing outside the grid.
  package mutating func put(_ glyph: Glyph, column: Int, row: Int, _ style: Style) {
    guard glyph.cells > 0, column >= 0, column + glyph.cells <= width, row >= 0, row < height
    else { return }
    let index = row * width + column
    for part in index..<(index + glyph.cells) { blankOtherHalf(of: part) }
    if !pieces.isEmpty {
      for part in index..<(index + glyph.cells) { pieces[part] = .none }
    }
    cells[index] = Cell(glyph: glyph, style: style)
    if glyph.cells == 2 { cells[index + 1] = Cell(glyph: .tail, style: style) }
  }

  /// Draws text in one row, cut off at `limit` cells and at the edge.
  ///
  /// - Returns: the column after the text.
  @discardableResult
  package mutating func put(
    _ text: String, column: Int, row: Int, _ style: Style, limit: Int = .max
  ) -> Int {
    var next = column
    for character in text {
      guard let glyph = Glyph(character) else { continue }
      guard next - column + glyph.cells <= limit, next + glyph.cells <= width else { break }
      put(glyph, column: next, row: row, style)
      next += glyph.cells
    }
    return next
  }

  /// Draws text like `put`, but keeps the background of each cell.
  @discardableResult
  package mutating func write(
    _ text: String, column: Int, row: Int, _ style: Style, limit: Int = .max
  ) -> Int {
    guard row >= 0, row < height else { return column }
    var next = column
    if text.isPrintableASCII {
      for byte in text.utf8 {
        guard next - column < limit, next < width else { break }
        write(Glyph.ascii[Int(byte)], column: next, row: row, style)
        next += 1
      }
      return next
    }
    for character in text {
      guard let glyph = Glyph(character) else { continue }
      guard next - column + glyph.cells <= limit, next + glyph.cells <= width else { break }
      write(glyph, column: next, row: row, style)
      next += glyph.cells
    }
    return next
  }

  private mutating func write(_ glyph: Glyph, column: Int, row: Int, _ style: Style) {
    guard column >= 0, column < width else { return }
    let ground = cells[row * width + column].style.background
    put(glyph, column: column, row: row, Style(style.foreground, on: ground, style.attributes))
  }

  /// Copies an area of another grid, with the pictures over it; traps unless it has the same size.
  package mutating func copy(_ other: Grid, _ area: Area) {
    precondition(
      other.width == width && other.height == height,
      "Cannot copy from a grid of \(other.width) by \(other.height) to \(width) by \(height).")
    let columns = area.columns.clamped(to: 0..<width)
    for row in area.rows.clamped(to: 0..<height) {
      if columns.count == width {
        // No wide glyph is cut.
        for index in row * width..<(row + 1) * width { cells[index] = other.cells[index] }
        copyPieces(of: other, row * width..<(row + 1) * width)
        continue
      }
      for column in columns {
        let cell = other[column, row]
        if cell.glyph == .tail { continue }
        put(cell.glyph, column: column, row: row, cell.style)
        copyPieces(of: other, (row * width + column)..<(row * width + column + 1))
      }
    }
  }

  /// Draws text centred in a span of a row.
  package mutating func put(_ text: String, centredIn span: Range<Int>, row: Int, _ style: Style) {
    let room = max(span.count - text.cells, 0)
    put(text, column: span.lowerBound + room / 2, row: row, style, limit: span.count)
  }

  /// Fills an area with a glyph that is one cell wide.
  package mutating func fill(_ area: Area, _ glyph: Glyph = .space, _ style: Style) {
    for row in area.rows {
      for column in area.columns { put(glyph, column: column, row: row, style) }
    }
  }

  /// Blanks the other half of a wide glyph that has a half at `index`.
  private mutating func blankOtherHalf(of index: Int) {
    switch cells[index].glyph.cells {
    case 0: cells[index - 1].glyph = .space
    case 2: cells[index + 1].glyph = .space
    default: break
    }
  }
}

extension Glyph {
  /// The ASCII glyphs; spaces for control characters.
  fileprivate static let ascii: [Glyph] = (0..<128).map {
    Glyph(Character(Unicode.Scalar(UInt8($0)))) ?? .space
  }
}
