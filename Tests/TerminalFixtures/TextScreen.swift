// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalUI

/// The text on a screen, from the bytes that were written to it.
///
/// It knows the control sequences with which a display draws; colours and modes are skipped. The
/// emulator of `make check` knows all of them.
struct TextScreen {
  private var rows: [[String]] = []
  private var size: WindowSize
  private var (column, row) = (0, 0)

  init(_ size: WindowSize) {
    self.size = size
    clear()
  }

  /// The text of each row, without the spaces at its end.
  var lines: [String] {
    rows.map { cells in
      var line = cells.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Draws on a window of a size; bytes end between two sequences.
  mutating func feed(_ bytes: [UInt8], in size: WindowSize) {
    self.size = size
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1b}" {
        control(&rest)
      } else if scalar.value >= 0x20 {
        put(scalar)
      }
    }
  }

  private mutating func control(_ rest: inout Substring.UnicodeScalarView) {
    guard let kind = rest.popFirst() else { return }
    guard kind == "[" else {
      // A string such as a title ends with ESC and a backslash.
      if let end = rest.firstIndex(of: "\u{1b}") {
        rest = rest[rest.index(end, offsetBy: 2)...]
      }
      return
    }
    let end = rest.firstIndex { (0x40...0x7e).contains($0.value) } ?? rest.endIndex
    let numbers = String(rest[..<end]).split(separator: ";").map { Int($0) ?? 0 }
    guard let final = rest[end...].first else { return }
    rest = rest[end...].dropFirst()
    switch final {
    case "H": (row, column) = ((numbers.first ?? 1) - 1, (numbers.dropFirst().first ?? 1) - 1)
    case "G": column = (numbers.first ?? 1) - 1
    case "C": column += numbers.first ?? 1
    case "J": clear()
    default: break
    }
  }

  private mutating func clear() {
    rows = Array(repeating: Array(repeating: " ", count: size.columns), count: size.rows)
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    guard rows.indices.contains(row) else { return }
    guard let glyph = Glyph(Character(scalar)) else {
      // A mark belongs to the character before it.
      if rows[row].indices.contains(column - 1) { rows[row][column - 1] += String(scalar) }
      return
    }
    guard rows[row].indices.contains(column) else { return }
    rows[row][column] = String(scalar)
    if glyph.cells == 2, rows[row].indices.contains(column + 1) { rows[row][column + 1] = "" }
    column += glyph.cells
  }
}
