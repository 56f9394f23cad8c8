// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A rectangle of cells that shows a rectangle of a picture.
struct PicturePart: Hashable, Sendable {
  /// The picture's slot.
  let slot: Int
  /// The first column on the screen.
  let column: Int
  /// The first row on the screen.
  let row: Int
  /// Cells across.
  let columns: Int
  /// Cells down.
  private(set) var rows: Int
  /// The left edge in the picture, in pixels.
  let x: Int
  /// The upper edge in the picture, in pixels.
  let y: Int

  /// The parts that cover exactly the cells with pieces: runs of a row, joined downwards where they
  /// continue.
  ///
  /// - Parameters:
  ///   - width: the cells of a row.
  ///   - height: the rows.
  ///   - cell: a cell's size.
  ///   - piece: the piece at an index, row by row; nil for none.
  /// - Returns: the parts, none of which overlaps another.
  static func parts(
    width: Int, height: Int, cell: PixelSize, _ piece: (_ index: Int) -> Glyph.Piece?
  ) -> [PicturePart] {
    var done: [PicturePart] = []
    // Those that end in the row above, by column.
    var open: [PicturePart] = []
    for row in 0..<height {
      var next: [PicturePart] = []
      var column = 0
      while column < width {
        guard let first = piece(row * width + column) else {
          column += 1
          continue
        }
        var end = column + 1
        while end < width, let other = piece(row * width + end),
          (other.slot, other.y) == (first.slot, first.y),
          other.x == first.x + (end - column) * cell.width
        {
          end += 1
        }
        var part = PicturePart(
          slot: first.slot, column: column, row: row, columns: end - column, rows: 1,
          x: first.x, y: first.y)
        if let index = open.firstIndex(where: { $0.continues(with: part, cell) }) {
          part = open.remove(at: index)
          part.rows += 1
        }
        next.append(part)
        column = end
      }
      done += open
      open = next
    }
    return done + open
  }

  /// Whether a run below it shows the next row of the same picture.
  private func continues(with run: PicturePart, _ cell: PixelSize) -> Bool {
    (slot, column, columns, x) == (run.slot, run.column, run.columns, run.x)
      && y + rows * cell.height == run.y && row + rows == run.row
  }
}
