// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// What screens in rows need of a grid.

extension Grid {
  /// Draws all of another grid from the top left corner on; what does not fit is left out.
  mutating func put(_ other: Grid) {
    for row in 0..<min(other.height, height) {
      for column in 0..<min(other.width, width) {
        let cell = other[column, row]
        if cell.glyph != .tail { put(cell.glyph, column: column, row: row, cell.style) }
      }
    }
  }

  /// Empties a row.
  mutating func clear(row: Int, _ style: Style) {
    fill(Area(column: 0, row: row, width: width, height: 1), .space, style)
  }
}

extension String {
  /// The text in lines of at most `cells` cells, broken between words; what does not fit into
  /// `lines` lines is cut off.
  func wrapped(to cells: Int, lines: Int) -> [String] {
    var result: [String] = []
    for word in split(separator: " ") {
      if let last = result.last, last.cells + 1 + String(word).cells <= cells {
        result[result.count - 1] = "\(last) \(word)"
      } else {
        guard result.count < lines else { break }
        result.append(String(word))
      }
    }
    return result
  }
}
