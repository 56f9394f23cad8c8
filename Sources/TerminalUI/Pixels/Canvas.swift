// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

// Half-blocks are square pixels and sextants are not, so shapes use units that are the same for
// both: a picture then looks the same, only finer or coarser.

/// A picture being drawn, measured in units: one is a cell's width, on both axes.
package struct Canvas: Sendable {
  /// The pixels drawn so far.
  package var pixels: Pixels
  /// Pixels per unit, horizontally.
  package let across: Float
  /// Pixels per unit, vertically.
  package let down: Float
  /// The clipping rectangle in pixels; nil for none.
  private var clip: (x: Range<Int>, y: Range<Int>)?

  /// A canvas for cells divided into `blocks`.
  ///
  /// - Parameters:
  ///   - columns: cells across.
  ///   - rows: cells down.
  ///   - blocks: the blocks of a cell.
  ///   - cellHeight: a cell's height over its width; usually 2.
  ///   - color: the background colour.
  package init(
    columns: Int, rows: Int, blocks: Blocks, cellHeight: Float = 2,
    filledWith color: RGBA = .clear
  ) {
    self.init(
      columns: columns, rows: rows, on: CellRaster(blocks), cellHeight: cellHeight,
      filledWith: color)
  }

  /// A canvas for cells of a raster.
  package init(
    columns: Int, rows: Int, on raster: CellRaster, cellHeight: Float,
    filledWith color: RGBA = .clear
  ) {
    precondition(cellHeight > 0, "The height of a cell must be positive, not \(cellHeight).")
    pixels = Pixels(
      width: columns * raster.across, height: rows * raster.down, filledWith: color)
    across = Float(raster.across)
    down = Float(raster.down) / cellHeight
  }

  /// A canvas of `width` by `height` units for a texture, with a margin of one pixel around.
  package init(textureOf width: Float, _ height: Float, across: Float, down: Float) {
    precondition(
      width > 0 && height > 0,
      "The size of a texture must be positive, not \(width) by \(height).")
    pixels = Pixels(
      width: Int((width * across).rounded(.up)) + 2, height: Int((height * down).rounded(.up)) + 2)
    self.across = across
    self.down = down
  }

  /// Whether pixels are blocks of characters, too large for smooth edges.
  package var isOfBlocks: Bool { across <= Float(CellRaster.blocksAcross) }

  /// The width in units.
  package var width: Float { Float(pixels.width) / across }
  /// The height in units.
  package var height: Float { Float(pixels.height) / down }

  /// Composites `paint` over the pixels in a box (left, top, right, bottom in units); it receives
  /// the pixels' centres, in units.
  @inlinable @inline(__always)
  package mutating func draw(in box: SIMD4<Float>, _ paint: (_ x: Float, _ y: Float) -> RGBA) {
    let (columns, rows) = pixelRanges(of: box)
    let (across, down) = (across, down)
    pixels.draw(x: columns, y: rows) { x, y in
      paint((Float(x) + 0.5) / across, (Float(y) + 0.5) / down)
    }
  }

  /// Composites a picture of the canvas's size over it, its opacity multiplied by `share`/255.
  ///
  /// Traps unless it has the canvas's size.
  package mutating func draw(_ picture: Pixels, faded share: UInt8) {
    precondition(
      picture.width == pixels.width && picture.height == pixels.height,
      "Cannot draw a picture of \(picture.width) by \(picture.height) over another size.")
    let (columns, rows) = pixelRanges(of: SIMD4(0, 0, width, height))
    picture.colors.withUnsafeBufferPointer { source in
      pixels.withRows(x: columns, y: rows) { y, left, row in
        let start = y * picture.width + left
        for index in row.indices {
          row[index] = source[start + index].faded(to: share).over(row[index])
        }
      }
    }
  }

  /// The pixels of the canvas that a box touches.
  func pixelRanges(of box: SIMD4<Float>) -> (x: Range<Int>, y: Range<Int>) {
    func range(_ from: Float, _ to: Float, _ limit: Int) -> Range<Int> {
      let start = Int(min(max(from.rounded(.down), 0), Float(limit)))
      return start..<max(start, Int(min(max(to.rounded(.up), 0), Float(limit))))
    }
    let columns = range(box.x * across, box.z * across, pixels.width)
    let rows = range(box.y * down, box.w * down, pixels.height)
    guard let clip else { return (columns, rows) }
    return (columns.clamped(to: clip.x), rows.clamped(to: clip.y))
  }

  /// Restores the background in some cells and redraws them with `paint`, clipped to them: the
  /// result is the same as of a complete redraw, at the cost of those cells.
  ///
  /// Traps unless the background has the canvas's size.
  package mutating func redraw(
    _ cells: Area, of blocks: Blocks, on background: Canvas, _ paint: (inout Canvas) -> Void
  ) {
    let columns =
      cells.columns.lowerBound * blocks.across..<cells.columns.upperBound * blocks.across
    let rows = cells.rows.lowerBound * blocks.down..<cells.rows.upperBound * blocks.down
    let area = (
      x: columns.clamped(to: 0..<pixels.width), y: rows.clamped(to: 0..<pixels.height)
    )
    pixels.copy(background.pixels, x: area.x, y: area.y)
    clip = area
    paint(&self)
    clip = nil
  }
}
