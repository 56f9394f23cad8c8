// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

// Pictures over cells. The cells below stay as they are: terminals without pictures show them, and
// so does every terminal until it has the picture.

extension Grid {
  /// Puts a picture over the cells that are wholly within it.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - left: its left edge in the window, in pixels.
  ///   - top: its upper edge, in pixels.
  ///   - area: the cells to cover, in grid coordinates; the others keep what they have.
  ///   - ground: the colour below its transparent parts in a cell of the grid; nil leaves the cell
  ///     without the picture.
  package mutating func place(
    _ picture: CellPicture, left: Int, top: Int, in area: Area,
    ground: (_ column: Int, _ row: Int) -> Color?
  ) {
    let cell = picture.cell
    let columns = Self.cells(left, picture.pixels.width, each: cell.width)
      .clamped(to: area.columns).clamped(to: 0..<width)
    let rows = Self.cells(top, picture.pixels.height, each: cell.height)
      .clamped(to: area.rows).clamped(to: 0..<height)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    if pieces.isEmpty { pieces = Array(repeating: .none, count: width * height) }
    pictures[picture.id] = picture
    for y in rows {
      for x in columns {
        guard cells[y * width + x].glyph.cells == 1, let ground = ground(x, y) else { continue }
        pieces[y * width + x] = PicturePiece(
          picture: picture.id, ground: ground, x: UInt16(x * cell.width - left),
          y: UInt16(y * cell.height - top))
      }
    }
  }

  /// The cells of a length that are wholly within a stretch of pixels.
  private static func cells(_ start: Int, _ length: Int, each cell: Int) -> Range<Int> {
    // Rounded down where it is negative too.
    func below(_ pixel: Int) -> Int { pixel >= 0 ? pixel / cell : -((cell - 1 - pixel) / cell) }
    let first = below(start + cell - 1)
    return first..<max(first, below(start + length))
  }

  /// The picture over a cell and the piece of it; nil for none.
  package func picture(column: Int, row: Int) -> (picture: CellPicture, piece: PicturePiece)? {
    guard !pieces.isEmpty, (0..<width).contains(column), (0..<height).contains(row) else {
      return nil
    }
    let piece = pieces[row * width + column]
    return pictures[piece.picture].map { ($0, piece) }
  }

  /// Takes over the pictures that another grid knows, for pieces copied from it.
  package mutating func adoptPictures(of other: Grid) {
    pictures = other.pictures
  }

  /// Puts the pieces over another grid's cells into an area of this grid, cut off at its edges.
  mutating func putPieces(of other: Grid, in area: Area) {
    guard !other.pieces.isEmpty else { return }
    if pieces.isEmpty { pieces = Array(repeating: .none, count: width * height) }
    pictures.merge(other.pictures) { own, _ in own }
    for row in 0..<min(other.height, area.height) {
      for column in 0..<min(other.width, area.width) {
        pieces[(area.row + row) * width + area.column + column] =
          other.pieces[row * other.width + column]
      }
    }
  }

  /// Copies the pieces over some cells of a grid of the same size.
  mutating func copyPieces(of other: Grid, _ indices: Range<Int>) {
    if other.pieces.isEmpty {
      guard !pieces.isEmpty else { return }
      for index in indices { pieces[index] = .none }
      return
    }
    if pieces.isEmpty { pieces = Array(repeating: .none, count: width * height) }
    for index in indices { pieces[index] = other.pieces[index] }
  }
}
