// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Synchronization

/// A picture in a terminal's real pixels that covers whole cells, such as a side of a card.
///
/// A class, because a picture is one thing that a terminal keeps: its identity says whether the
/// terminal has it already. It never changes.
package final class CellPicture: Hashable, Sendable {
  /// The maximum number of cells on each side.
  package static let limit = 64

  /// The identity, unique in this process.
  package let id: UInt32
  /// The pixels; their parts that are transparent show the cell's ground.
  package let pixels: Pixels
  /// Cells across.
  package let columns: Int
  /// Cells down.
  package let rows: Int
  /// A cell's size in pixels.
  package let cell: PixelSize

  private static let lastID = Atomic<UInt32>(0)

  /// A picture over cells of a size; nil if it has no cells or too many.
  ///
  /// Traps unless the pixels have exactly the size of the cells.
  package init?(_ pixels: Pixels, columns: Int, rows: Int, cell: PixelSize) {
    guard (1...Self.limit).contains(columns), (1...Self.limit).contains(rows) else { return nil }
    precondition(
      pixels.width == columns * cell.width && pixels.height == rows * cell.height,
      "A picture of \(pixels.width) by \(pixels.height) pixels does not fill its cells.")
    self.pixels = pixels
    self.columns = columns
    self.rows = rows
    self.cell = cell
    // 0 stands for no picture.
    id = Self.lastID.add(1, ordering: .relaxed).newValue
  }

  /// Whether both are the same picture.
  package static func == (left: CellPicture, right: CellPicture) -> Bool { left.id == right.id }

  /// Hashes the identity.
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The piece of a picture that covers a cell, in twelve bytes.
package struct PicturePiece: Hashable, Sendable {
  /// The picture's identity; 0 for no picture.
  package var picture: UInt32
  /// The colour below the picture's transparent parts.
  package var ground: Color
  /// The left edge in the picture, in pixels.
  package var x: UInt16
  /// The upper edge in the picture, in pixels.
  package var y: UInt16

  /// No picture.
  package static let none = PicturePiece(picture: 0, ground: .standard, x: 0, y: 0)
}
