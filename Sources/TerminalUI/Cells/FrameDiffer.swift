// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
internal import Glibc

/// Encodes a screen as the difference to what the terminal already shows.
///
/// A frame's bytes are meant for one `write`. The cell after a wide glyph is addressed explicitly,
/// so that a terminal which draws the glyph narrow shifts nothing. An unchanged row costs one
/// memory comparison; after the first frame nothing is allocated.
package struct FrameDiffer: Sendable {
  /// The precision of colours.
  package enum Finish: Hashable, Sendable {
    /// The terminal's full precision.
    case full
    /// 32 steps each of red, green and blue: hard to see in motion, and fewer bytes.
    case coarse
  }

  private var encoder: ANSIEncoder
  /// What the terminal shows, in its own terms; empty if unknown.
  private var shown: [Cell] = []
  /// The last grid painted.
  private var asked: [Cell] = []
  /// Rows that are not up to date on the terminal.
  private var isRowBehind: [Bool] = []
  private var (width, height) = (0, 0)
  private var finish = Finish.full
  /// The palette indices for foreground and background.
  private var indices: (front: ColorIndex, back: ColorIndex)?
  /// The row to continue with.
  private var nextRow = 0

  /// Whether the last frame was cut off by the byte limit.
  package private(set) var isBehind = false

  /// The colour depth.
  package var depth: ColorDepth { encoder.depth }
  /// The last frame's bytes.
  package var bytes: [UInt8] { encoder.bytes }

  /// A differ for a terminal in an unknown state.
  package init(depth: ColorDepth) {
    encoder = ANSIEncoder(depth: depth)
    switch depth {
    case .palette: indices = (.palette, .palette)
    case .sixteen: indices = (.sixteen, .eight)
    case .mono, .full: indices = nil
    }
  }

  /// Forgets the terminal's content: the next frame is drawn completely.
  package mutating func forget() {
    shown = []
  }

  /// Sets `bytes` to the output that changes the screen to `grid`; empty if nothing differs.
  ///
  /// - Parameters:
  ///   - grid: the new screen.
  ///   - finish: the precision of colours.
  ///   - limit: the approximate maximum number of bytes. The next frame then starts with the rows
  ///     that are missing.
  ///   - urgent: the rows to begin with; nil for none.
  package mutating func paint(
    _ grid: Grid, _ finish: Finish = .full, limit: Int = .max, first urgent: Range<Int>? = nil
  ) {
    encoder.restart()
    if shown.isEmpty || (width, height) != (grid.width, grid.height) {
      (width, height) = (grid.width, grid.height)
      let count = width * height
      shown = Array(repeating: .blank, count: count)
      if asked.count != count { asked = shown }
      isRowBehind = Array(repeating: true, count: height)
      nextRow = 0
      encoder.clear()
    } else if finish == .full, self.finish == .coarse {
      for row in isRowBehind.indices { isRowBehind[row] = true }
    }
    self.finish = finish
    isBehind = false
    for row in urgent?.clamped(to: 0..<height) ?? 0..<0 {
      paintRow(row, of: grid, limit: limit)
      guard isBehind else { continue }
      nextRow = row
      return
    }
    for _ in 0..<height {
      paintRow(nextRow, of: grid, limit: limit)
      if isBehind { return }
      nextRow = nextRow + 1 == height ? 0 : nextRow + 1
    }
    nextRow = 0
  }

  /// Paints a row, or its beginning if the limit is reached.
  private mutating func paintRow(_ row: Int, of grid: Grid, limit: Int) {
    let start = row * width
    let wasBehind = isRowBehind[row]
    guard wasBehind || !grid.isRow(row, alike: asked) else { return }
    if encoder.bytes.count >= limit {
      isBehind = true
      return
    }
    isRowBehind[row] = false
    for column in 0..<width {
      let cell = grid.cells[start + column]
      if !wasBehind, cell == asked[start + column] { continue }
      asked[start + column] = cell
      // A right half changes only with its left half, which draws both.
      guard cell.glyph != .tail else { continue }
      let wanted = reduced(cell, finish)
      guard wanted != shown[start + column] else { continue }
      // A cell already shown in full precision stays.
      if finish == .coarse, reduced(cell, .full) == shown[start + column] { continue }
      guard encoder.bytes.count < limit else {
        isRowBehind[row] = true
        isBehind = true
        continue
      }
      encoder.draw(wanted, column: column, row: row, width: width)
      shown[start + column] = wanted
      if cell.glyph.cells == 2 {
        shown[start + column + 1] = Cell(glyph: .tail, style: wanted.style)
      }
    }
  }

  /// Converts a cell to the terminal's own colours and drops what is invisible.
  private mutating func reduced(_ cell: Cell, _ finish: Finish) -> Cell {
    let style = cell.style
    let background = background(style.background, finish)
    if cell.isEmpty { return Cell(glyph: .space, style: Style(.standard, on: background)) }
    var foreground = foreground(style.foreground, finish)
    if depth == .sixteen, foreground == background, style.foreground != style.background {
      // With few colours, text and background may map to the same colour.
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

  /// A colour for a terminal without a palette.
  private func plain(_ color: Color, _ finish: Finish) -> Color {
    guard depth == .full, !color.isStandard else { return .standard }
    guard finish == .coarse else { return color }
    return Color((color.bits & 0xf8_f8f8) | ((color.bits >> 5) & 0x07_0707))
  }
}

extension Color {
  /// A palette index, stored in the bits of blue.
  fileprivate init(number: Int) {
    self.init(UInt32(number))
  }
}

extension Grid {
  /// Whether a row has the same bytes as in another grid of the same size.
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
