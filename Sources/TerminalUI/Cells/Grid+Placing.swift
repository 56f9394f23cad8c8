// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

// Helpers for composing screens of rows.

extension Grid {
  /// Draws another grid with the pictures over it, cut off at an area's edges and this grid's.
  ///
  /// - Parameters:
  ///   - other: the grid to draw.
  ///   - area: where; its corner is the other's. nil for this whole grid.
  package mutating func put(_ other: Grid, in area: Area? = nil) {
    let area = (area ?? self.area).intersection(self.area)
    for row in 0..<min(other.height, area.height) {
      for column in 0..<min(other.width, area.width) {
        let cell = other[column, row]
        guard cell.glyph != .tail else { continue }
        put(cell.glyph, column: area.column + column, row: area.row + row, cell.style)
      }
    }
    putPieces(of: other, in: area)
  }

  /// All of the grid.
  private var area: Area { Area(column: 0, row: 0, width: width, height: height) }

  /// Draws a border just inside an area; spaces of it are left out.
  package mutating func frame(_ area: Area, _ edge: Border, _ style: Style) {
    let (right, bottom) = (area.column + area.width - 1, area.row + area.height - 1)
    for column in area.columns where edge.horizontal != " " {
      put(edge.horizontal, column: column, row: area.row, style)
      put(edge.horizontal, column: column, row: bottom, style)
    }
    for row in area.rows where edge.vertical != " " {
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
  package mutating func clear(row: Int, _ style: Style) {
    fill(Area(column: 0, row: row, width: width, height: 1), .space, style)
  }
}
