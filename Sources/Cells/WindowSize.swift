// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A terminal window's size in cells.
package struct WindowSize: Hashable, Sendable {
  /// The maximum number of columns, and of rows, accepted in a report.
  package static let limit = 1000

  /// Cells in a row, 1...1000.
  package var columns: Int
  /// Rows, 1...1000.
  package var rows: Int

  /// A window of `columns` by `rows`.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The default if the size is unknown.
  package static let usual = WindowSize(columns: 80, rows: 24)
}
