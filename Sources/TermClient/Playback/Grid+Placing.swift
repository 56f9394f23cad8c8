// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Helpers for composing screens of rows.

extension Grid {
  /// Draws another grid at the top left corner, cut off at the edges.
  mutating func put(_ other: Grid) {
    for row in 0..<min(other.height, height) {
      for column in 0..<min(other.width, width) {
        let cell = other[column, row]
        if cell.glyph != .tail { put(cell.glyph, column: column, row: row, cell.style) }
      }
    }
  }

  /// Draws a border just inside an area.
  mutating func frame(_ area: Area, _ edge: Edge, _ style: Style) {
    let (right, bottom) = (area.column + area.width - 1, area.row + area.height - 1)
    for column in area.columns {
      put(edge.horizontal, column: column, row: area.row, style)
      put(edge.horizontal, column: column, row: bottom, style)
    }
    for row in area.rows {
      put(edge.vertical, column: area.column, row: row, style)
      put(edge.vertical, column: right, row: row, style)
    }
    let corners = [
      (area.column, area.row), (right, area.row), (area.column, bottom), (right, bottom),
    ]
    for (corner, (column, row)) in zip(edge.corners, corners) {
      put(corner, column: column, row: row, style)
    }
  }

  /// Clears a row.
  mutating func clear(row: Int, _ style: Style) {
    fill(Area(column: 0, row: row, width: width, height: 1), .space, style)
  }
}

extension String {
  /// Folds the text into at most `lines` lines of `cells` cells, at spaces where possible; an
  /// ellipsis marks omitted text.
  func folded(to cells: Int, lines: Int) -> [String] {
    let all = folded(to: cells)
    guard all.count > lines, lines > 0 else { return Array(all.prefix(max(lines, 0))) }
    var shown = Array(all.prefix(lines))
    var last = shown[lines - 1]
    while !last.isEmpty, last.cells >= cells { last.removeLast() }
    shown[lines - 1] = last + "…"
    return shown
  }

  /// Wraps the text at spaces into at most `lines` lines of `cells` cells; the rest is dropped.
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
