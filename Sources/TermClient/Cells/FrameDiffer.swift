// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Glibc

/// Turns screens into bytes for the terminal: only what differs from what it shows already.
///
/// The bytes of a frame are for one `write`. After a wide glyph the next cell is addressed anew, so
/// that a terminal which takes the glyph for narrow shifts nothing. A row that was asked for like
/// this before costs one comparison of memory; a frame allocates nothing once the first is drawn.
struct FrameDiffer: Sendable {
  /// How finely colours are told apart.
  enum Finish: Hashable, Sendable {
    /// As finely as the terminal can.
    case full
    /// In 32 steps each of red, green and blue: hard to see while things move, and fewer bytes.
    case coarse
  }

  private var ink: ANSIEncoder
  /// What the terminal shows, in its own terms; nothing if nobody knows.
  private var shown: [Cell] = []
  /// What was asked for last.
  private var asked: [Cell] = []
  /// Rows that do not show yet what was asked for.
  private var isRowBehind: [Bool] = []
  private var (width, height) = (0, 0)
  private var finish = Finish.full
  /// The terminal's own numbers of colours, for text and for what is behind it.
  private var indices: (front: ColorIndex, back: ColorIndex)?
  /// Where to go on.
  private var nextRow = 0

  /// Whether the last frame is not whole on the screen, for the lack of room.
  private(set) var isBehind = false

  /// How many colours may be used.
  var depth: ColorDepth { ink.depth }
  /// The last frame's bytes.
  var bytes: [UInt8] { ink.bytes }

  /// a differ for a terminal of which nothing is known.
  init(depth: ColorDepth) {
    ink = ANSIEncoder(depth: depth)
    switch depth {
    case .palette: indices = (.palette, .palette)
    case .sixteen: indices = (.sixteen, .eight)
    case .mono, .full: indices = nil
    }
  }

  /// Takes it that the terminal shows anything at all: the next frame is drawn whole.
  mutating func forget() {
    shown = []
  }

  /// Makes `bytes` what turns the screen into `grid`; empty if it shows that already.
  ///
  /// - Parameters:
  ///   - grid: the screen wanted.
  ///   - finish: how finely its colours are told apart.
  ///   - limit: about how many bytes to make at most. What is missing then comes first with the
  ///     next frame, whatever that shows by then.
  mutating func paint(_ grid: Grid, _ finish: Finish = .full, limit: Int = .max) {
    ink.restart()
    if shown.isEmpty || (width, height) != (grid.width, grid.height) {
      (width, height) = (grid.width, grid.height)
      let count = width * height
      shown = Array(repeating: .blank, count: count)
      if asked.count != count { asked = shown }
      isRowBehind = Array(repeating: true, count: height)
      nextRow = 0
      ink.clear()
    } else if finish == .full, self.finish == .coarse {
      for row in isRowBehind.indices { isRowBehind[row] = true }
    }
    self.finish = finish
    isBehind = false
    for _ in 0..<height {
      paintRow(nextRow, of: grid, limit: limit)
      if isBehind { return }
      nextRow = nextRow + 1 == height ? 0 : nextRow + 1
    }
    nextRow = 0
  }

  /// Paints a row, or its beginning if that is all there is room for.
  private mutating func paintRow(_ row: Int, of grid: Grid, limit: Int) {
    let start = row * width
    let isAsked = isRowBehind[row] || !grid.isRow(row, alike: asked)
    guard isAsked else { return }
    if ink.bytes.count >= limit {
      isBehind = true
      return
    }
    isRowBehind[row] = false
    for column in 0..<width {
      let cell = grid.cells[start + column]
      asked[start + column] = cell
      // A right half differs only together with its left one, which draws both.
      guard cell.glyph != .tail else { continue }
      let wanted = reduced(cell, finish)
      guard wanted != shown[start + column] else { continue }
      // What is shown better than it has to be stays.
      if finish == .coarse, reduced(cell, .full) == shown[start + column] { continue }
      guard ink.bytes.count < limit else {
        isRowBehind[row] = true
        isBehind = true
        continue
      }
      ink.draw(wanted, column: column, row: row, width: width)
      shown[start + column] = wanted
      if cell.glyph.cells == 2 {
        shown[start + column + 1] = Cell(glyph: .tail, style: wanted.style)
      }
    }
  }

  /// A cell with its colours in the terminal's own terms, and without what nobody sees of it.
  private mutating func reduced(_ cell: Cell, _ finish: Finish) -> Cell {
    let style = cell.style
    let background = background(style.background, finish)
    if cell.isEmpty { return Cell(glyph: .space, style: Style(.standard, on: background)) }
    var foreground = foreground(style.foreground, finish)
    if depth == .sixteen, foreground == background, style.foreground != style.background {
      // So few colours may leave nothing between text and what is behind it.
      let isDark = OKLab(style.background).lightness < 0.6
      foreground = Color(number: isDark ? 15 : 0)
    }
    return Cell(glyph: cell.glyph, style: Style(foreground, on: background, style.attributes))
  }

  private mutating func foreground(_ color: Color, _ finish: Finish) -> Color {
    guard !color.isStandard, let number = indices?.front.nearest(to: color) else {
      return plain(color, finish)
    }
    return Color(number: number)
  }

  private mutating func background(_ color: Color, _ finish: Finish) -> Color {
    guard !color.isStandard, let number = indices?.back.nearest(to: color) else {
      return plain(color, finish)
    }
    return Color(number: number)
  }

  /// A colour for a terminal that numbers none.
  private func plain(_ color: Color, _ finish: Finish) -> Color {
    guard depth == .full, !color.isStandard else { return .standard }
    guard finish == .coarse else { return color }
    return Color((color.bits & 0xf8_f8f8) | ((color.bits >> 5) & 0x07_0707))
  }
}

extension Color {
  /// A colour by the terminal's own number for it, which is where blue is otherwise.
  fileprivate init(number: Int) {
    self.init(UInt32(number))
  }
}

extension Grid {
  /// Whether a row is the same in memory as in other cells of the same size.
  fileprivate func isRow(_ row: Int, alike other: [Cell]) -> Bool {
    let (offset, count) = (
      row * width * MemoryLayout<Cell>.stride, width * MemoryLayout<Cell>.stride
    )
    return cells.withUnsafeBytes { left in
      other.withUnsafeBytes { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return true }
        return memcmp(left + offset, right + offset, count) == 0
      }
    }
  }
}
