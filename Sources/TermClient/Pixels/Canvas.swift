// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Half-blocks are square pixels and sextants are not, so what is drawn is said in units that are
// the same for both: a picture then looks alike, finer or coarser.

/// A picture under way, measured in units: one is a cell's width, on both axes.
struct Canvas: Sendable {
  /// What has been drawn.
  var pixels: Pixels
  /// Pixels in a unit across.
  let across: Float
  /// Pixels in a unit down.
  let down: Float
  /// The only pixels that are drawn on; nil for all.
  private var clip: (x: Range<Int>, y: Range<Int>)?

  /// A canvas for cells divided into `blocks`.
  ///
  /// - Parameters:
  ///   - columns: cells across.
  ///   - rows: cells down.
  ///   - blocks: the blocks the cells will be drawn with.
  ///   - cellHeight: a cell's height over its width, 2 unless the terminal said otherwise.
  ///   - color: what it is filled with.
  init(
    columns: Int, rows: Int, blocks: Blocks, cellHeight: Float = 2,
    filledWith color: RGBA = .clear
  ) {
    precondition(cellHeight > 0, "A cell of height \(cellHeight) has no pixels.")
    pixels = Pixels(
      width: columns * blocks.across, height: rows * blocks.down, filledWith: color)
    across = Float(blocks.across)
    down = Float(blocks.down) / cellHeight
  }

  /// A canvas of `width` by `height` units for a texture, with a margin of one pixel around.
  init(textureOf width: Float, _ height: Float, across: Float, down: Float) {
    precondition(width > 0 && height > 0, "A texture of \(width) by \(height) has no pixels.")
    pixels = Pixels(
      width: Int((width * across).rounded(.up)) + 2, height: Int((height * down).rounded(.up)) + 2)
    self.across = across
    self.down = down
  }

  /// Units across.
  var width: Float { Float(pixels.width) / across }
  /// Units down.
  var height: Float { Float(pixels.height) / down }

  /// Draws over the pixels in a box (left, top, right, bottom in units) what `paint` answers for
  /// their middles, in units.
  @inline(__always)
  mutating func draw(in box: SIMD4<Float>, _ paint: (_ x: Float, _ y: Float) -> RGBA) {
    let (columns, rows) = pixelRanges(of: box)
    let (across, down) = (across, down)
    pixels.draw(x: columns, y: rows) { x, y in
      paint((Float(x) + 0.5) / across, (Float(y) + 0.5) / down)
    }
  }

  /// The pixels that a box touches, within the canvas.
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

  /// Puts a background back into some cells and lets `paint` draw in them alone: what is drawn
  /// there again is as if all had been drawn anew, at the cost of those cells.
  ///
  /// Traps unless the background is of the canvas's size.
  mutating func redraw(
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
