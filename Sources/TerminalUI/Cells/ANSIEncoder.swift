// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells

/// Encodes cells in as few bytes as possible: it tracks the terminal's style and cursor position.
///
/// Styles hold colours in the terminal's own terms: indices if it uses indices. Storage is reused
/// for every frame, so encoding does not allocate.
struct ANSIEncoder: Sendable {
  /// The colour depth to encode for.
  let depth: ColorDepth
  /// A cell's size where placeholders stand for the cells of pictures; nil where they are blank.
  let placeholderCell: PixelSize?
  /// The bytes since `restart`.
  private(set) var bytes: [UInt8] = []

  /// The terminal's current style; nil if unknown.
  private var pen: Style?
  /// The terminal's cursor position; the column is nil where terminals disagree.
  private var position: (row: Int, column: Int?)?

  /// An encoder for a terminal in an unknown state.
  init(depth: ColorDepth, placeholderCell: PixelSize? = nil) {
    self.depth = depth
    self.placeholderCell = placeholderCell
  }

  /// Starts another frame.
  mutating func restart() {
    bytes.removeAll(keepingCapacity: true)
    position = nil
  }

  /// Clears the screen.
  mutating func clear() {
    pen = nil
    write(Style())
    put("\u{1b}[2J")
    position = nil
  }

  /// Appends bytes that draw nothing.
  mutating func put(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends bytes that show pictures and leave style and position as they are.
  mutating func put(_ command: [UInt8]) {
    bytes += command
  }

  /// Records that the cursor may be anywhere.
  mutating func losePosition() {
    position = nil
  }

  /// Draws a cell, other than the right half of a wide one, in a row of `width`.
  mutating func draw(_ cell: Cell, column: Int, row: Int, width: Int) {
    move(to: column, row)
    write(cell.isEmpty ? style(behind: cell) : cell.style)
    if cell.glyph.cells == 2 {
      // If the terminal draws the glyph narrow, its second cell is at least empty.
      bytes.append(0x20)
      bytes.append(0x20)
      position = (row, nil)
      move(to: column, row)
    }
    if let piece = cell.glyph.piece, let size = placeholderCell {
      PicturePlaceholder.append(
        column: piece.x / size.width, row: piece.y / size.height, to: &bytes)
    } else {
      cell.glyph.append(to: &bytes)
    }
    // Terminals disagree on the width of wide glyphs, and on the position after the last column.
    let next = column + cell.glyph.cells
    position = (row, cell.glyph.cells == 2 || next == width ? nil : next)
  }

  /// An empty cell shows only its background, so the rest of the style can stay if it is invisible.
  private func style(behind cell: Cell) -> Style {
    guard let pen, pen.attributes.isDisjoint(with: [.underline, .reverse]) else {
      return cell.style
    }
    return Style(pen.foreground, on: cell.style.background, pen.attributes)
  }

  /// Moves the cursor.
  mutating func move(to column: Int, _ row: Int) {
    defer { position = (row, column) }
    guard let position, position.row == row else {
      introduce()
      put(row + 1)
      bytes.append(UInt8(ascii: ";"))
      put(column + 1)
      bytes.append(UInt8(ascii: "H"))
      return
    }
    guard position.column != column else { return }
    introduce()
    if let present = position.column, present < column {
      if column - present > 1 { put(column - present) }
      bytes.append(UInt8(ascii: "C"))
    } else {
      put(column + 1)
      bytes.append(UInt8(ascii: "G"))
    }
  }

  /// Sets the terminal's style (select graphic rendition, ECMA-48 8.3.117).
  private mutating func write(_ style: Style) {
    guard style != pen else { return }
    let start = bytes.count
    var before = pen ?? Style()
    if pen == nil || !before.attributes.isSubset(of: style.attributes) {
      put("\u{1b}[0")
      before = Style()
    }
    let added = style.attributes.subtracting(before.attributes)
    if added.contains(.bold) { select(1, from: start) }
    if added.contains(.underline) { select(4, from: start) }
    if added.contains(.reverse) { select(7, from: start) }
    if style.foreground != before.foreground { select(style.foreground, base: 30, from: start) }
    if style.background != before.background { select(style.background, base: 40, from: start) }
    if bytes.count > start { bytes.append(UInt8(ascii: "m")) }
    pen = style
  }

  /// Appends a parameter to the sequence that began at `start`, or begins it.
  private mutating func select(_ number: Int, from start: Int) {
    if bytes.count == start {
      introduce()
    } else {
      bytes.append(UInt8(ascii: ";"))
    }
    put(number)
  }

  private mutating func select(_ color: Color, base: Int, from start: Int) {
    guard depth != .mono else { return }
    guard !color.isStandard else { return select(base + 9, from: start) }
    switch depth {
    case .mono: break
    case .sixteen:
      let number = color.blue
      select(number < 8 ? base + number : base + 60 + number - 8, from: start)
    case .palette:
      select(base + 8, from: start)
      put(";5;")
      put(color.blue)
    case .full:
      select(base + 8, from: start)
      put(";2;")
      put(color.red)
      bytes.append(UInt8(ascii: ";"))
      put(color.green)
      bytes.append(UInt8(ascii: ";"))
      put(color.blue)
    }
  }

  private mutating func introduce() {
    bytes.append(0x1b)
    bytes.append(UInt8(ascii: "["))
  }

  /// Appends a number of at most four digits.
  private mutating func put(_ number: Int) {
    if number >= 1000 { bytes.append(UInt8(0x30 + number / 1000 % 10)) }
    if number >= 100 { bytes.append(UInt8(0x30 + number / 100 % 10)) }
    if number >= 10 { bytes.append(UInt8(0x30 + number / 10 % 10)) }
    bytes.append(UInt8(0x30 + number % 10))
  }
}

extension Cell {
  /// Whether its foreground is invisible.
  package var isEmpty: Bool {
    glyph == .space && style.attributes.isDisjoint(with: [.underline, .reverse])
  }
}
