// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells

/// The titles of several lists in one panel, side by side above their lines.
package struct ListTabs: Hashable, Sendable {
  private struct Tab: Hashable, Sendable {
    let title: String
    let columns: Range<Int>
  }

  /// The row that they stand in.
  private let row: Int
  private let tabs: [Tab]

  /// Tabs above the lines of a panel, whose head has at least six rows.
  package init(_ titles: [String], in panel: ListPanel) {
    row = panel.panel.row + 3
    precondition(row < panel.rows.row - 1, "Tabs stand above the columns' titles.")
    var column = panel.rows.column
    tabs = titles.map { title in
      let title = " \(title) "
      defer { column += title.cells + 1 }
      return Tab(title: title, columns: column..<column + title.cells)
    }
  }

  /// The tab at a cell, or nil.
  package func hit(column: Int, row: Int) -> Int? {
    row == self.row ? tabs.firstIndex { $0.columns.contains(column) } : nil
  }

  /// Draws them, that of the list shown in the cursor's colours.
  package func draw(chosen: Int, _ menu: inout MenuCanvas) {
    for (index, tab) in tabs.enumerated() {
      menu.write(
        tab.title, column: tab.columns.lowerBound, row: row,
        index == chosen ? menu.style.cursor : menu.style.dim)
    }
  }
}
