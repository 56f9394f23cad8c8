// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// A grid being drawn for a menu; text lets the table behind it show through.
package struct MenuCanvas {
  /// The style to draw in.
  package let style: MenuStyle
  /// The cells drawn so far.
  package var grid: Grid

  /// Draws text in one row, at most `limit` cells of it.
  ///
  /// Text on the table's own background keeps the background of the cells below it.
  ///
  /// - Returns: the column after the text.
  @discardableResult
  package mutating func write(
    _ text: String, column: Int, row: Int, _ style: Style, limit: Int = .max
  ) -> Int {
    guard self.style.picture != nil, style.background == self.style.text.background else {
      return grid.put(text, column: column, row: row, style, limit: limit)
    }
    var next = column
    for character in text {
      guard let glyph = Glyph(character) else { continue }
      guard next - column + glyph.cells <= limit, next >= 0, next + glyph.cells <= grid.width,
        (0..<grid.height).contains(row)
      else { break }
      let below = grid[next, row].style.background
      grid.put(
        glyph, column: next, row: row, Style(style.foreground, on: below, style.attributes))
      next += glyph.cells
    }
    return next
  }

  /// Draws text centred in a span of a row.
  package mutating func write(_ text: String, centredIn span: Range<Int>, row: Int, _ style: Style)
  {
    let room = max(span.count - text.cells, 0)
    write(text, column: span.lowerBound + room / 2, row: row, style, limit: span.count)
  }

  /// Fills a span of a row with a style.
  package mutating func fill(_ span: Range<Int>, row: Int, _ style: Style) {
    grid.fill(Area(column: span.lowerBound, row: row, width: span.count, height: 1), .space, style)
  }

  /// Draws a panel's border.
  package mutating func drawFrame(of area: Area) {
    guard area.width >= 2, area.height >= 2 else { return }
    let edge = Border.plain
    let (right, bottom) = (area.columns.upperBound - 1, area.rows.upperBound - 1)
    for column in area.columns {
      write(edge.horizontal, column: column, row: area.row, style.dim)
      write(edge.horizontal, column: column, row: bottom, style.dim)
    }
    for row in area.rows {
      write(edge.vertical, column: area.column, row: row, style.dim)
      write(edge.vertical, column: right, row: row, style.dim)
    }
    let corners = [
      (area.column, area.row), (right, area.row), (area.column, bottom), (right, bottom),
    ]
    for (corner, place) in zip(edge.corners, corners) {
      write(corner, column: place.0, row: place.1, style.dim)
    }
  }

  /// Draws a panel's title, which may be in its border.
  package mutating func drawTitle(_ title: String, of area: Area, row: Int) {
    write(" \(title) ", centredIn: area.columns, row: row, style.strong)
  }

  /// The style of a row: the cursor's colours if it has the focus.
  package func style(isFocused: Bool) -> Style { isFocused ? style.cursor : style.text }
}
