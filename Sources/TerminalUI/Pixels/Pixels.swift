// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A picture: rows of premultiplied colours in one array, with value semantics.
package struct Pixels: Hashable, Sendable {
  /// Pixels in a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// The colours, row by row.
  package private(set) var colors: [RGBA]

  /// A picture filled with one colour.
  package init(width: Int, height: Int, filledWith color: RGBA = .clear) {
    precondition(width >= 0 && height >= 0, "The size of a picture must not be negative.")
    self.width = width
    self.height = height
    colors = Array(repeating: color, count: width * height)
  }

  /// A picture from colours, row by row; traps unless there are `width` x `height`.
  package init(width: Int, height: Int, colors: [RGBA]) {
    precondition(
      width >= 0 && height >= 0 && colors.count == width * height,
      "A picture of \(width) by \(height) cannot have \(colors.count) colours.")
    self.width = width
    self.height = height
    self.colors = colors
  }

  /// The colour at column `x` and row `y`, both from 0; traps outside the picture.
  package subscript(x: Int, y: Int) -> RGBA {
    get {
      precondition(
        x >= 0 && x < width && y >= 0 && y < height,
        "There is no pixel \(x), \(y) in a picture of \(width) by \(height).")
      return colors[y * width + x]
    }
    set {
      precondition(
        x >= 0 && x < width && y >= 0 && y < height,
        "There is no pixel \(x), \(y) in a picture of \(width) by \(height).")
      colors[y * width + x] = newValue
    }
  }

  /// Composites `paint` over each pixel of a rectangle, clipped to the picture.
  @inlinable @inline(__always)
  package mutating func draw(
    x columns: Range<Int>, y rows: Range<Int>, _ paint: (_ x: Int, _ y: Int) -> RGBA
  ) {
    withRows(x: columns, y: rows) { y, left, row in
      for index in row.indices {
        let color = paint(left + index, y)
        guard color.alpha > 0 else { continue }
        row[index] = color.over(row[index])
      }
    }
  }

  /// Calls `body` for each row of a rectangle, clipped to the picture, with the row's index, its
  /// first column, and its pixels to change in place.
  package mutating func withRows(
    x columns: Range<Int>, y rows: Range<Int>,
    _ body: (_ y: Int, _ left: Int, _ row: UnsafeMutableBufferPointer<RGBA>) -> Void
  ) {
    let columns = columns.clamped(to: 0..<width)
    let width = width
    let rows = rows.clamped(to: 0..<height)
    guard !columns.isEmpty else { return }
    colors.withUnsafeMutableBufferPointer { colors in
      for y in rows {
        let start = y * width
        let range = (start + columns.lowerBound)..<(start + columns.upperBound)
        body(y, columns.lowerBound, UnsafeMutableBufferPointer(rebasing: colors[range]))
      }
    }
  }

  /// Composites another picture over this one with its top left corner at a position, clipped to
  /// this one.
  package mutating func draw(_ picture: Pixels, x left: Int, y upper: Int) {
    draw(x: left..<(left + picture.width), y: upper..<(upper + picture.height)) { x, y in
      picture.colors[(y - upper) * picture.width + x - left]
    }
  }

  /// Copies a rectangle of another picture; traps unless it has the same size.
  package mutating func copy(_ other: Pixels, x columns: Range<Int>, y rows: Range<Int>) {
    precondition(
      other.width == width && other.height == height,
      "Cannot copy from a picture of \(other.width) by \(other.height) to \(width) by \(height).")
    other.colors.withUnsafeBufferPointer { source in
      withRows(x: columns, y: rows) { y, left, row in
        let start = y * other.width + left
        for index in row.indices { row[index] = source[start + index] }
      }
    }
  }

  /// The rows of `range` as a picture of their own.
  package func rows(_ range: Range<Int>) -> Pixels {
    Pixels(
      width: width, height: range.count,
      colors: Array(colors[(range.lowerBound * width)..<(range.upperBound * width)]))
  }

  /// Bilinear interpolation at a point; pixel (0, 0) covers 0...1, and outside is transparent.
  package func sample(x: Float, y: Float) -> SIMD4<Float> {
    let (left, upper) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    guard left >= -1, upper >= -1, left < Float(width), upper < Float(height) else { return .zero }
    let (across, down) = (x - 0.5 - left, y - 0.5 - upper)
    let (column, row) = (Int(left), Int(upper))
    if column >= 0, row >= 0, column + 1 < width, row + 1 < height {
      let index = row * width + column
      let top = colors[index].floats * (1 - across) + colors[index + 1].floats * across
      let bottom =
        colors[index + width].floats * (1 - across) + colors[index + width + 1].floats * across
      return top * (1 - down) + bottom * down
    }
    func color(_ x: Int, _ y: Int) -> SIMD4<Float> {
      x >= 0 && y >= 0 && x < width && y < height ? colors[y * width + x].floats : .zero
    }
    let top = color(column, row) * (1 - across) + color(column + 1, row) * across
    let bottom = color(column, row + 1) * (1 - across) + color(column + 1, row + 1) * across
    return top * (1 - down) + bottom * down
  }
}
