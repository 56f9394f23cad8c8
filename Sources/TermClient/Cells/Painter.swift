// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Turns screens into bytes for the terminal: only what differs from what it shows already.
///
/// The bytes of a frame are for one `write`. After a wide glyph the next cell is addressed anew, so
/// that a terminal which takes the glyph for narrow shifts nothing. The cost is a look at each
/// cell, and bytes for those that changed.
struct Painter: Sendable {
  /// How many colours may be used.
  let depth: ColourDepth
  /// The last frame's bytes; the same storage serves every frame.
  private(set) var bytes: [UInt8] = []

  /// What the terminal shows; nil if nobody knows.
  private var shown: Grid?
  /// The style the terminal writes in; nil if nobody knows.
  private var pen: Style?
  /// Where the terminal writes next; the column is nil where terminals disagree.
  private var position: (row: Int, column: Int?)?

  /// A painter for a terminal of which nothing is known.
  init(depth: ColourDepth) {
    self.depth = depth
  }

  /// Takes it that the terminal shows anything at all: the next frame is drawn whole.
  mutating func forget() {
    shown = nil
  }

  /// Makes `bytes` what turns the screen into `grid`; empty if it shows that already.
  mutating func paint(_ grid: Grid) {
    bytes.removeAll(keepingCapacity: true)
    position = nil
    if let shown, (shown.width, shown.height) == (grid.width, grid.height) {
      paint(grid, over: shown)
    } else {
      pen = nil
      write(Style())
      bytes += Array("\u{1b}[2J".utf8)
      paint(grid, over: Grid(width: grid.width, height: grid.height))
    }
    shown = grid
  }

  private mutating func paint(_ grid: Grid, over old: Grid) {
    for row in 0..<grid.height {
      for column in 0..<grid.width {
        let index = row * grid.width + column
        let cell = grid.cells[index]
        // A right half differs only together with its left one, which draws both.
        guard cell != old.cells[index], cell.glyph != .tail else { continue }
        draw(cell, column: column, row: row, width: grid.width)
      }
    }
  }

  private mutating func draw(_ cell: Cell, column: Int, row: Int, width: Int) {
    move(to: column, row)
    write(cell.style)
    if cell.glyph.cells == 2 {
      // Where the glyph turns out narrow, its second cell is empty at least.
      bytes += [0x20, 0x20]
      position = (row, nil)
      move(to: column, row)
    }
    cell.glyph.append(to: &bytes)
    // Terminals disagree on wide glyphs, and on where they are after the last column.
    let next = column + cell.glyph.cells
    position = (row, cell.glyph.cells == 2 || next == width ? nil : next)
  }

  private mutating func move(to column: Int, _ row: Int) {
    defer { position = (row, column) }
    guard let position, position.row == row else {
      bytes += Array("\u{1b}[\(row + 1);\(column + 1)H".utf8)
      return
    }
    if position.column != column { bytes += Array("\u{1b}[\(column + 1)G".utf8) }
  }

  /// Makes the terminal write in `style` (select graphic rendition, ECMA-48 8.3.117).
  private mutating func write(_ style: Style) {
    guard style != pen else { return }
    var codes: [String] = []
    var before = pen ?? Style()
    if pen == nil || !before.attributes.isSubset(of: style.attributes) {
      codes.append("0")
      before = Style()
    }
    let added = style.attributes.subtracting(before.attributes)
    if added.contains(.bold) { codes.append("1") }
    if added.contains(.underline) { codes.append("4") }
    if added.contains(.reverse) { codes.append("7") }
    if style.foreground != before.foreground { add(style.foreground, base: 30, to: &codes) }
    if style.background != before.background { add(style.background, base: 40, to: &codes) }
    if !codes.isEmpty { bytes += Array("\u{1b}[\(codes.joined(separator: ";"))m".utf8) }
    pen = style
  }

  private func add(_ colour: Colour, base: Int, to codes: inout [String]) {
    switch depth {
    case .mono: break
    case _ where colour.isStandard: codes.append("\(base + 9)")
    case .palette: codes.append("\(base + 8);5;\(colour.paletteIndex)")
    case .full: codes.append("\(base + 8);2;\(colour.red);\(colour.green);\(colour.blue)")
    }
  }
}
