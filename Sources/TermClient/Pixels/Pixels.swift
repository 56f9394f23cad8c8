// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A picture: rows of premultiplied colours in one array, a value like any other.
struct Pixels: Hashable, Sendable {
  /// Pixels in a row.
  let width: Int
  /// Rows.
  let height: Int
  /// The colours, row after row.
  private(set) var colors: [RGBA]

  /// A picture of one colour.
  init(width: Int, height: Int, filledWith color: RGBA = .clear) {
    precondition(width >= 0 && height >= 0, "A picture has no negative size.")
    self.width = width
    self.height = height
    colors = Array(repeating: color, count: width * height)
  }

  /// A picture of colours row after row; traps unless there are `width` x `height`.
  init(width: Int, height: Int, colors: [RGBA]) {
    precondition(
      width >= 0 && height >= 0 && colors.count == width * height,
      "\(colors.count) colours make no picture of \(width) by \(height).")
    self.width = width
    self.height = height
    self.colors = colors
  }

  /// The colour at a place, both from 0; traps outside the picture.
  subscript(x: Int, y: Int) -> RGBA {
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

  /// Draws over each pixel of a rectangle, cut off at the picture's edges, what `paint` answers for
  /// its place.
  @inline(__always)
  mutating func draw(
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

  /// Calls `body` with each row of a rectangle, cut off at the picture's edges: which row it is,
  /// its first column, and its pixels to be changed in place.
  @inline(__always)
  mutating func withRows(
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

  /// Draws another picture over this one, its top left corner at a place; what lies outside is cut
  /// off.
  mutating func draw(_ picture: Pixels, x left: Int, y upper: Int) {
    draw(x: left..<(left + picture.width), y: upper..<(upper + picture.height)) { x, y in
      picture.colors[(y - upper) * picture.width + x - left]
    }
  }

  /// Copies a rectangle of a picture of the same size; traps if it is of another.
  mutating func copy(_ other: Pixels, x columns: Range<Int>, y rows: Range<Int>) {
    precondition(
      other.width == width && other.height == height,
      "A picture of \(other.width) by \(other.height) is no background for \(width) by \(height).")
    other.colors.withUnsafeBufferPointer { source in
      withRows(x: columns, y: rows) { y, left, row in
        let start = y * other.width + left
        for index in row.indices { row[index] = source[start + index] }
      }
    }
  }

  /// The rows of `range` as a picture of their own.
  func rows(_ range: Range<Int>) -> Pixels {
    Pixels(
      width: width, height: range.count,
      colors: Array(colors[(range.lowerBound * width)..<(range.upperBound * width)]))
  }

  /// The mixture of the four pixels around a place, bilinear; pixel (0, 0) reaches from 0 to 1 and
  /// outside is nothing.
  func sample(x: Float, y: Float) -> SIMD4<Float> {
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
