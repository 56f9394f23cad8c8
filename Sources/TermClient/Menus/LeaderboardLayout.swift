// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import TerminalUI

/// The positions on the leaderboard screen, for drawing and hit testing.
struct LeaderboardLayout: Hashable, Sendable {
  /// A tab that selects a mode.
  struct Tab: Hashable, Sendable {
    /// The mode.
    let mode: MatchSettings.Mode
    /// The label, with spaces around it.
    let title: String
    /// Its first column.
    let column: Int
    /// Its row.
    let row: Int
  }

  /// The panel, and the lines for players below the column headers.
  let list: ListPanel
  /// The tabs, in order.
  let tabs: [Tab]

  /// The layout in a window.
  init(in size: WindowSize) {
    list = ListPanel(in: size, mostColumns: 80, head: 6)
    var column = list.rows.column
    tabs = MatchSettings.Mode.rated.enumerated().map { [row = list.panel.row + 3] index, mode in
      let tab = Tab(
        mode: mode, title: " \(index + 1) \(mode.rules.name) ", column: column, row: row)
      column += tab.title.cells + 1
      return tab
    }
  }

  /// The mode at a cell.
  func mode(column: Int, row: Int) -> MatchSettings.Mode? {
    tabs.first { $0.row == row && ($0.column..<$0.column + $0.title.cells).contains(column) }?.mode
  }
}

extension LeaderboardLine {
  /// Draws the line: numbers right-aligned, the name in the space that remains.
  func draw(in span: Range<Int>, row: Int, _ style: Style, _ menu: inout MenuCanvas) {
    var end = span.upperBound - 1
    let numbers = [(rating, 9), (estimate, 18), (matches, 9)]
    // In a narrow window the name is worth more than the estimate.
    let shown = span.count < 60 ? [numbers[0], numbers[2]] : numbers
    for (text, width) in shown.reversed() {
      let fitting = text.cells < width ? text : "-"
      menu.write(fitting, column: end - fitting.cells, row: row, style)
      end -= width
    }
    menu.write(rank, column: span.lowerBound + max(4 - rank.cells, 0), row: row, style, limit: 6)
    let start = span.lowerBound + 7
    menu.write(name, column: start, row: row, style, limit: max(end - start - 1, 0))
  }
}
