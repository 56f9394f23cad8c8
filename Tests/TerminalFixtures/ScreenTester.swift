// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells
package import TerminalUI

/// A person at an interactive screen: presses keys, clicks on words, and looks.
package final class ScreenTester<Screen: InteractiveScreen> {
  package var screen: Screen
  package var style: Screen.ScreenStyle
  package var size = WindowSize(columns: 80, rows: 24)
  package var now = DisplayTime.zero
  /// The screen's first outcome.
  package private(set) var outcome: Screen.Outcome?

  package init(_ screen: Screen, in style: Screen.ScreenStyle) {
    self.screen = screen
    self.style = style
  }

  /// What the screen shows.
  package func frame() -> Frame { screen.frame(style, in: size, at: now) }

  /// The rows of text on the screen.
  package func lines() -> [String] { frame().grid.lines }

  /// Whether a text is on the screen.
  package func sees(_ text: String) -> Bool { frame().grid.contains(text) }

  package func press(_ keys: Key...) {
    for key in keys { take(key) }
  }

  package func type(_ text: String) {
    for character in text { take(.character(character)) }
  }

  /// Clicks on the beginning of a text, wherever it is.
  ///
  /// - Returns: whether it was there.
  @discardableResult
  package func click(_ text: String) -> Bool {
    guard let (column, row) = place(of: text) else { return false }
    take(.press(column: column, row: row))
    return true
  }

  /// Points at the beginning of a text, wherever it is.
  ///
  /// - Returns: whether anything changed by that; nil if the text was not there.
  @discardableResult
  package func point(at text: String) -> Bool? {
    guard let (column, row) = place(of: text) else { return nil }
    return screen.point(column: column, row: row, in: size)
  }

  private func place(of text: String) -> (column: Int, row: Int)? {
    let grid = frame().grid
    for row in 0..<grid.height {
      let cells = (0..<grid.width).map { grid[$0, row].glyph.text }
      for column in cells.indices where cells[column...].joined().hasPrefix(text) {
        return (column, row)
      }
    }
    return nil
  }

  private func take(_ key: Key) {
    guard outcome == nil else { return }
    outcome = screen.take(key, style, in: size, at: now)
  }
}

extension WindowSize {
  /// Windows from nothing to large.
  package static let trials = [(1, 1), (20, 5), (59, 20), (60, 20), (80, 24), (120, 40)]
    .map { WindowSize(columns: $0.0, rows: $0.1) }
}
