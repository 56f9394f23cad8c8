// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells
internal import Glibc

/// Encodes a screen as the difference to what the terminal already shows.
///
/// A frame's bytes are meant for one `write`. The cell after a wide glyph is addressed explicitly,
/// so that a terminal which draws the glyph narrow shifts nothing. An unchanged row costs one
/// memory comparison; after the first frame nothing is allocated, unless pictures lie over the
/// cells.
package struct FrameDiffer: Sendable {
  /// The precision of colours.
  package enum Finish: Hashable, Sendable {
    /// The terminal's full precision.
    case full
    /// 32 steps each of red, green and blue: hard to see in motion, and fewer bytes. Dark colours
    /// stay as they are: of panels, whose hue such steps would change around each new word, and of felt,
    /// which would be blotched around whatever moves.
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
  /// The cells to begin with; nil for none.
  private var urgent: Area?
  /// The pictures over the cells; nil for a terminal without pictures.
  private var pictures: PictureLayer?
  /// Whether a cell with a piece of a picture has come or gone in this frame.
  private var isPictureChanged = false

  /// Whether the last frame was cut off by the byte limit.
  package private(set) var isBehind = false
  /// Whether the last frame had the pixels of a picture.
  package var hasPixels: Bool { pictures?.hasPixels ?? false }
  /// Whether pictures wait for another frame.
  package var awaitsPictures: Bool { pictures?.isBehind ?? false }

  /// The colour depth.
  package var depth: ColorDepth { encoder.depth }
  /// How pictures are shown; nil for a terminal without.
  package var graphics: TerminalGraphics? { pictures?.graphics }
  /// The last frame's bytes.
  package var bytes: [UInt8] { encoder.bytes }

  /// A differ for a terminal in an unknown state.
  ///
  /// - Parameters:
  ///   - depth: the colour depth.
  ///   - graphics: how to show pictures; nil to leave them out.
  package init(depth: ColorDepth, graphics: TerminalGraphics? = nil) {
    pictures = graphics.map { PictureLayer($0) }
    encoder = ANSIEncoder(
      depth: depth,
      placeholderCell: graphics.flatMap { $0.language == .placeholders ? $0.cell : nil })
    switch depth {
    case .palette: indices = (.palette, .palette)
    case .sixteen: indices = (.sixteen, .eight)
    case .mono, .full: indices = nil
    }
  }

  /// Records the terminal's answer for the picture in a slot; whether another frame would show it.
  package mutating func answer(_ slot: Int, isKept: Bool) -> Bool {
    pictures?.answer(slot, isKept: isKept) ?? false
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
  ///   - area: the cells to begin with, in this frame and, row by row, the next ones if the limit is
  ///     reached; nil for what is left of the last such area.
  package mutating func paint(
    _ grid: Grid, _ finish: Finish = .full, limit: Int = .max, first area: Area? = nil
  ) {
    encoder.restart()
    if shown.isEmpty || (width, height) != (grid.width, grid.height) {
      (width, height) = (grid.width, grid.height)
      let count = width * height
      shown = Array(repeating: .blank, count: count)
      if asked.count != count { asked = shown }
      isRowBehind = Array(repeating: true, count: height)
      (nextRow, urgent) = (0, nil)
      pictures?.restart(with: &encoder)
      encoder.clear()
    } else if finish == .full, self.finish == .coarse {
      for row in isRowBehind.indices { isRowBehind[row] = true }
    }
    self.finish = finish
    isBehind = false
    isPictureChanged = false
    if let area { urgent = area }
    paintCells(pictures?.cells(of: grid, over: shown) ?? grid.cells, limit)
    // Pieces of pictures follow the cells, so that none lies over a cell that is behind.
    let limit = isBehind ? 0 : limit
    pictures?.show(grid, &shown, isChanged: isPictureChanged, with: &encoder, limit: limit)
    // What was painted below a drawing would have to be painted again.
    for index in pictures?.drawn ?? [] { asked[index] = shown[index] }
  }

  /// Paints all cells, or as many as the limit allows.
  private mutating func paintCells(_ cells: [Cell], _ limit: Int) {
    let whole = Area(column: 0, row: 0, width: width, height: height)
    if let area = urgent?.intersection(whole) {
      for row in area.rows {
        paintRow(row, area.columns, of: cells, limit: limit)
        guard isBehind else { continue }
        // Rows above are not painted again, or motion in them could keep others waiting.
        urgent = Area(
          column: area.column, row: row, width: area.width, height: area.rows.upperBound - row)
        return
      }
      urgent = nil
    }
    for _ in 0..<height {
      paintRow(nextRow, whole.columns, of: cells, limit: limit)
      if isBehind { return }
      nextRow = nextRow + 1 == height ? 0 : nextRow + 1
    }
    nextRow = 0
  }

  /// Paints columns of a row, or the first of them if the limit is reached.
  private mutating func paintRow(
    _ row: Int, _ columns: Range<Int>, of cells: [Cell], limit: Int
  ) {
    let start = row * width
    let wasBehind = isRowBehind[row]
    guard wasBehind || !cells.isRow(row, of: width, alike: asked) else { return }
    if encoder.bytes.count >= limit {
      isBehind = true
      return
    }
    if columns.count == width { isRowBehind[row] = false }
    for column in columns {
      let cell = cells[start + column]
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
      let (isPiece, wasPiece) = (
        wanted.glyph.piece != nil, shown[start + column].glyph.piece != nil
      )
      if isPiece || wasPiece { isPictureChanged = true }
      if isPiece, wasPiece, wanted.style == shown[start + column].style,
        encoder.placeholderCell == nil
      {
        // Another piece is another placement, over the same blank cell.
        shown[start + column] = wanted
        continue
      }
      encoder.draw(wanted, column: column, row: row, width: width)
      shown[start + column] = wanted
      if cell.glyph.cells == 2 {
        if shown[start + column + 1].glyph.piece != nil { isPictureChanged = true }
        shown[start + column + 1] = Cell(glyph: .tail, style: wanted.style)
      }
    }
  }

  /// Colours with less red, green and blue than this are dark.
  private static let dark = 128

  /// Converts a cell to the terminal's own colours and drops what is invisible.
  private mutating func reduced(_ cell: Cell, _ finish: Finish) -> Cell {
    // The ground of a sixel drawing is part of the drawing, in full colours.
    if pictures?.graphics.language == .sixel, cell.glyph.piece != nil { return cell }
    let style = cell.style
    let background = background(style.background, finish)
    if cell.isEmpty { return Cell(glyph: .space, style: Style(.standard, on: background)) }
    if let piece = cell.glyph.piece, encoder.placeholderCell != nil {
      let color = Color(number: PicturePlaceholder.colorNumber(of: piece.slot))
      return Cell(glyph: cell.glyph, style: Style(color, on: background))
    }
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
    guard finish == .coarse, max(color.red, color.green, color.blue) >= Self.dark else {
      return color
    }
    return Color((color.bits & 0xf8_f8f8) | ((color.bits >> 5) & 0x07_0707))
  }
}

extension Color {
  /// A palette index, stored in the bits of blue.
  fileprivate init(number: Int) {
    self.init(UInt32(number))
  }
}

extension [Cell] {
  /// Whether a row of `width` cells has the same bytes as in another grid of the same size.
  fileprivate func isRow(_ row: Int, of width: Int, alike other: [Cell]) -> Bool {
    let (offset, count) = (
      row * width * MemoryLayout<Cell>.stride, width * MemoryLayout<Cell>.stride
    )
    return withUnsafeBytes { left in
      other.withUnsafeBytes { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return true }
        return memcmp(left + offset, right + offset, count) == 0
      }
    }
  }
}
