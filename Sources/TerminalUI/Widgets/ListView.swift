// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// The selection and scroll position of a list.
package struct ListView: Hashable, Sendable {
  /// The number of lines.
  package private(set) var count = 0
  /// The selected line; 0 in an empty list.
  package private(set) var selection = 0
  /// The first visible line.
  package private(set) var first = 0

  /// Lines scrolled by one step of the mouse wheel.
  private static let wheel = 3

  /// An empty list.
  package init() {}

  /// Sets the number of lines and of visible ones, and moves selection and scroll position into
  /// range.
  package mutating func settle(count: Int, height: Int) {
    self.count = max(count, 0)
    selection = min(max(selection, 0), max(count - 1, 0))
    let height = max(height, 1)
    first = min(max(first, selection - height + 1), selection)
    first = max(min(first, count - height), 0)
  }

  /// Selects a line, if it exists.
  package mutating func select(_ line: Int) {
    if (0..<count).contains(line) { selection = line }
  }

  /// The line at a cell, for lines drawn in `area`, or nil.
  package func line(column: Int, row: Int, of area: Area) -> Int? {
    guard area.contains(column: column, row: row) else { return nil }
    let line = first + row - area.row
    return (0..<count).contains(line) ? line : nil
  }

  /// Selects the line that is pressed.
  ///
  /// - Returns: whether it was selected already, so that the press opens it.
  package mutating func press(column: Int, row: Int, of area: Area) -> Bool {
    guard let line = line(column: column, row: row, of: area) else { return false }
    defer { selection = line }
    return line == selection
  }

  /// Selects the line under the pointer.
  ///
  /// - Returns: whether the selection changed.
  package mutating func point(column: Int, row: Int, of area: Area) -> Bool {
    guard let line = line(column: column, row: row, of: area), line != selection else {
      return false
    }
    selection = line
    return true
  }

  /// Scrolls, and moves the selection so that it stays visible.
  private mutating func scroll(by lines: Int, height: Int) {
    first = max(min(first + lines, count - height), 0)
    selection = min(max(selection, first), first + max(height, 1) - 1)
  }

  /// Handles a key in a list without selection: it only scrolls.
  package mutating func scroll(by key: Key, height: Int) {
    switch key {
    case .up: scroll(by: -1, height: height)
    case .down: scroll(by: 1, height: height)
    case .wheelUp: scroll(by: -Self.wheel, height: height)
    case .wheelDown: scroll(by: Self.wheel, height: height)
    case .pageUp: scroll(by: 1 - max(height, 2), height: height)
    case .pageDown: scroll(by: max(height, 2) - 1, height: height)
    case .home: scroll(by: -count, height: height)
    case .end: scroll(by: count, height: height)
    default: break
    }
  }

  /// Handles a key.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - height: the visible lines.
  /// - Returns: whether lists use this key.
  package mutating func take(_ key: Key, height: Int) -> Bool {
    switch key {
    case .up, .backTab: selection -= 1
    case .down, .tab: selection += 1
    case .pageUp: selection -= max(height - 1, 1)
    case .pageDown: selection += max(height - 1, 1)
    case .home: selection = 0
    case .end: selection = count - 1
    case .wheelUp: scroll(by: -Self.wheel, height: height)
    case .wheelDown: scroll(by: Self.wheel, height: height)
    default: return false
    }
    settle(count: count, height: height)
    return true
  }
}

extension ListView {
  /// The panel of a list: centred, at most `mostColumns` wide and `rows` high.
  package static func panel(in size: WindowSize, mostColumns: Int, rows: Int) -> Area {
    let width = min(size.columns - 2, mostColumns)
    // An empty row above, and one for its shadow below.
    let height = min(size.rows - 3, rows, max(size.rows * 4 / 5, 32))
    return Area(
      column: (size.columns - width) / 2, row: max((size.rows - 1 - height) / 2, 0), width: width,
      height: height)
  }
}
