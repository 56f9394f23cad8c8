// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Glibc

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

  /// The size of the window behind a descriptor (TIOCGWINSZ); nil if unknown.
  package init?(of descriptor: Int32) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    self.init(
      columns: min(Int(size.ws_col), Self.limit), rows: min(Int(size.ws_row), Self.limit))
  }
}
