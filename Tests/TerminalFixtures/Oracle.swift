// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// In the manifest for `make check`, whose tests of this kind are named `emulator...`.
#if canImport(CVTerm)
internal import CVTerm
import Cells
package import TerminalUI

/// A real terminal emulator without a window: shows the effect of our bytes, cell by cell.
package final class Oracle {
  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  private let (width, height): (Int, Int)

  /// An emulator with a window of some size.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    guard let terminal = vterm_new(Int32(height), Int32(width)),
      let screen = vterm_obtain_screen(terminal)
    else { preconditionFailure("The emulator could not be made.") }
    self.terminal = terminal
    self.screen = screen
    vterm_set_utf8(terminal, 1)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  deinit {
    vterm_free(terminal)
  }

  /// Shows the effect of bytes.
  package func feed(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { raw in
      _ = vterm_input_write(
        terminal, raw.bindMemory(to: CChar.self).baseAddress, raw.count)
    }
  }

  /// The emulator's screen as a grid.
  package var grid: Grid {
    var grid = Grid(width: width, height: height)
    for row in 0..<height {
      for column in 0..<width {
        let cell = cell(column, row)
        // The right half of a wide glyph comes with the left one.
        guard cell.chars.0 != UInt32.max, let glyph = Glyph(text(of: cell)) else { continue }
        grid.put(glyph, column: column, row: row, style(of: cell))
      }
    }
    return grid
  }

  /// The first cell that does not look as it does in `wanted`; nil if all do.
  ///
  /// Of a cell without a glyph the text's colour is not seen.
  package func firstDifference(from wanted: Grid) -> String? {
    for row in 0..<height {
      for column in 0..<width {
        let shown = cell(column, row)
        let cell = wanted[column, row]
        if cell.glyph == .tail {
          // The emulator marks the right half of a wide glyph so.
          if shown.chars.0 != UInt32.max { return "\(column), \(row): no right half" }
          continue
        }
        guard cell.glyph.isText(of: shown), Int(shown.width) == cell.glyph.cells else {
          return "\(column), \(row): \(text(of: shown)) for \(cell.glyph.text)"
        }
        let style = style(of: shown)
        let isRight =
          cell.isEmpty
          ? style.background == cell.style.background
            && style.attributes.isDisjoint(with: [.underline, .reverse])
          : style == cell.style
        guard isRight else { return "\(column), \(row): \(style) for \(cell.style)" }
      }
    }
    return nil
  }

  /// The lines of text, without the spaces at their ends.
  package var lines: [String] {
    let grid = grid
    return (0..<height).map { row in
      var line = (0..<width).map { grid[$0, row].glyph.text }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private func cell(_ column: Int, _ row: Int) -> VTermScreenCell {
    var cell = VTermScreenCell()
    _ = vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
    return cell
  }

  private func text(of cell: VTermScreenCell) -> Character {
    var text = ""
    withUnsafeBytes(of: cell.chars) { raw in
      for value in raw.bindMemory(to: UInt32.self) {
        guard value != 0, let scalar = Unicode.Scalar(value) else { break }
        text.unicodeScalars.append(scalar)
      }
    }
    return text.first ?? " "
  }

  private func style(of cell: VTermScreenCell) -> Style {
    var attributes: Style.Attributes = []
    if cell.attrs.bold == 1 { attributes.insert(.bold) }
    if cell.attrs.underline == 1 { attributes.insert(.underline) }
    if cell.attrs.reverse == 1 { attributes.insert(.reverse) }
    return Style(color(cell.fg), on: color(cell.bg), attributes)
  }

  private func color(_ color: VTermColor) -> Color {
    let standard = UInt8(VTERM_COLOR_DEFAULT_MASK.rawValue)
    guard color.type & standard == 0 else { return .standard }
    guard color.type & UInt8(VTERM_COLOR_TYPE_MASK.rawValue) == 0 else {
      preconditionFailure("The oracle reads full colours only.")
    }
    let rgb = color.rgb
    return Color(UInt32(rgb.red) << 16 | UInt32(rgb.green) << 8 | UInt32(rgb.blue))
  }
}

extension Glyph {
  /// Whether a cell of the emulator shows this glyph; an empty cell shows a space.
  fileprivate func isText(of cell: VTermScreenCell) -> Bool {
    var bytes: [UInt8] = []
    append(to: &bytes)
    if cell.chars.0 == 0 || cell.chars.0 == 0x20 { return bytes == [0x20] }
    if cell.chars.1 == 0, cell.chars.0 < 0x80 { return bytes == [UInt8(cell.chars.0)] }
    var found: [UInt8] = []
    withUnsafeBytes(of: cell.chars) { raw in
      for value in raw.bindMemory(to: UInt32.self) {
        guard value != 0, let scalar = Unicode.Scalar(value) else { break }
        found += UTF8.encode(scalar).map { Array($0) } ?? []
      }
    }
    return found == bytes
  }
}
#endif
