// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// The pixels of a cell: the blocks that characters divide it into, or the terminal's real ones.
package struct CellRaster: Hashable, Sendable {
  /// Pixels across a cell.
  package let across: Int
  /// Pixels down a cell.
  package let down: Int

  /// The blocks of a cell.
  package init(_ blocks: Blocks) {
    (across, down) = (blocks.across, blocks.down)
  }

  /// The pixels of a cell of a size.
  package init(_ cell: PixelSize) {
    (across, down) = (cell.width, cell.height)
  }

  /// Whether pixels are so small that edges need anti-aliasing, not whole pixels.
  package var isFine: Bool { across > Self.blocksAcross }

  /// The pixels across a cell of the finest blocks.
  static let blocksAcross = 2
}
