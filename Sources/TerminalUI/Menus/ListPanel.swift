// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// The positions of a list in a panel: the title, the lines, and a note below them.
package struct ListPanel: Hashable, Sendable {
  /// The panel.
  package let panel: Area
  /// The lines of the list.
  package let rows: Area
  /// The first row of the note.
  package var noteRow: Int { rows.rows.upperBound + 1 }
  /// The row of the button below the note, if the panel has one.
  package var buttonRow: Int { panel.rows.upperBound - 2 }

  /// The rows below the lines: an empty one, three of the note, and the edge; a button's two more.
  private static let (foot, button) = (5, 2)
  /// The lines of a list that has fewer, so that notes of several rows fit.
  private static let fewestLines = 3

  /// The layout in a window: as high as the list needs, if the window has the room.
  ///
  /// - Parameters:
  ///   - size: the window.
  ///   - lines: the lines of the list.
  ///   - mostColumns: the greatest width of the panel.
  ///   - head: the rows from the panel's edge to the first line.
  ///   - hasButton: whether there is a button below the note.
  package init(
    in size: WindowSize, lines: Int, mostColumns: Int, head: Int = 4, hasButton: Bool = false
  ) {
    let others = head + Self.foot + (hasButton ? Self.button : 0)
    panel = ListView.panel(
      in: size, mostColumns: mostColumns, rows: max(lines, Self.fewestLines) + others)
    rows = Area(
      column: panel.column + 3, row: panel.row + head, width: max(panel.width - 6, 0),
      height: max(panel.height - others, 1))
  }
}

extension MenuCanvas {
  /// Draws the edge of a list's panel and the title.
  package mutating func draw(_ layout: ListPanel, title: String) {
    drawFrame(of: layout.panel)
    write(title, centredIn: layout.panel.columns, row: layout.panel.row + 1, style.strong)
  }

  /// Draws the visible lines of a list by `drawLine`, the selected one in the cursor's colours if the
  /// list `marks` it, and arrows where there are more.
  package mutating func draw(
    _ list: ListView, in area: Area, marks: Bool = true,
    _ drawLine: (inout MenuCanvas, _ index: Int, _ row: Int, _ style: Style) -> Void
  ) {
    for index in list.first..<max(min(list.first + area.height, list.count), list.first) {
      let (row, isChosen) = (area.row + index - list.first, marks && index == list.selection)
      if isChosen { fill(area.columns, row: row, style.cursor) }
      drawLine(&self, index, row, style(isFocused: isChosen))
    }
    drawMore(
      beside: area, above: list.first > 0, below: list.first + area.height < list.count)
  }

  /// Draws a note of at most three rows, as wide as a list's lines.
  package mutating func draw(note: String, isBad: Bool, in area: Area, row: Int) {
    for (index, line) in note.folded(to: area.width).prefix(3).enumerated() {
      write(line, column: area.column, row: row + index, isBad ? style.bad : style.dim)
    }
  }
}
