// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Which of many lines is chosen, and which of them are on screen.
struct ListView: Hashable, Sendable {
  /// How many lines there are.
  private(set) var count = 0
  /// The line that is chosen; 0 in an empty list.
  private(set) var selection = 0
  /// The first line on screen.
  private(set) var first = 0

  /// The lines that a turn of the wheel goes.
  private static let wheel = 3

  /// Nothing listed yet.
  init() {}

  /// There are so many lines now, of which so many fit on the screen.
  mutating func settle(count: Int, height: Int) {
    self.count = max(count, 0)
    selection = min(max(selection, 0), max(count - 1, 0))
    let height = max(height, 1)
    first = min(max(first, selection - height + 1), selection)
    first = max(min(first, count - height), 0)
  }

  /// Chooses a line, if there is such a line.
  mutating func select(_ line: Int) {
    if (0..<count).contains(line) { selection = line }
  }

  /// The line at a cell, where the lines are in an area of a window; nil if there is none.
  func line(column: Int, row: Int, of area: Area, in size: WindowSize) -> Int? {
    guard MenuPage.fits(size), area.contains(column: column, row: row) else { return nil }
    let line = first + row - area.row
    return (0..<count).contains(line) ? line : nil
  }

  /// The pointer came to a cell.
  ///
  /// - Returns: whether another line is chosen by that.
  mutating func point(column: Int, row: Int, of area: Area, in size: WindowSize) -> Bool {
    guard let line = line(column: column, row: row, of: area, in: size), line != selection else {
      return false
    }
    selection = line
    return true
  }

  /// Shows lines further down, or up; the one that is chosen stays on the screen.
  private mutating func scroll(by lines: Int, height: Int) {
    first = max(min(first + lines, count - height), 0)
    selection = min(max(selection, first), first + max(height, 1) - 1)
  }

  /// Takes a key in a list of which no line can be chosen: it only goes on, or back.
  mutating func scroll(by key: Key, height: Int) {
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

  /// Takes a key.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - height: the lines that fit on the screen.
  /// - Returns: whether it was one for a list.
  mutating func take(_ key: Key, height: Int) -> Bool {
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
  /// The panel of a list in a window: in its middle, as wide as is of use.
  static func panel(in size: WindowSize, mostColumns: Int) -> Area {
    let width = min(size.columns - 2, mostColumns)
    // An empty row above, and one for its shadow below.
    let height = min(size.rows - 3, 32)
    return Area(
      column: (size.columns - width) / 2, row: max((size.rows - 1 - height) / 2, 0), width: width,
      height: height)
  }
}
