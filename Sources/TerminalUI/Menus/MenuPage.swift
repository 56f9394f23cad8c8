// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// What all menu screens share: the background, the line of key hints, the help box, the
/// notice, and the message for windows that are too small.
package struct MenuPage: Sendable {
  /// The smallest window that menus are drawn in.
  package static let smallest = WindowSize(columns: 60, rows: 20)

  private var backdrop = Backdrop()
  /// Whether the help box is open.
  package private(set) var isHelpShown = false
  /// An important message, shown in place of the key hints; empty for none.
  package var notice = ""
  /// The last grid drawn, for hit testing hints.
  private var drawn = Grid(width: 0, height: 0)
  private var hints = HintKeys([])

  /// An empty page.
  package init() {}

  /// The row of the key hints.
  private static func hintRow(in size: WindowSize) -> Int { size.rows - 1 }

  /// Whether menus fit a window.
  package static func fits(_ size: WindowSize) -> Bool {
    size.columns >= smallest.columns && size.rows >= smallest.rows
  }

  /// Draws a page.
  ///
  /// - Parameters:
  ///   - style: the style to draw in.
  ///   - size: the window.
  ///   - panels: the panels on the background.
  ///   - keys: the hints for keys that work now.
  ///   - help: the rows of the help box.
  ///   - scenery: the picture below the panels; nil for none.
  ///   - body: draws the rest; receives the background's picture, if there is one.
  /// - Returns: the complete grid.
  package mutating func draw(
    _ style: MenuStyle, in size: WindowSize, panels: [Area], keys: String,
    help: [(String, String)], scenery: Scenery? = nil,
    _ body: (inout MenuCanvas, Canvas?) -> Void
  ) -> Grid {
    guard Self.fits(size) else {
      return WindowNotice(needed: Self.smallest, last: "q quits.").grid(style, in: size)
    }
    let helpArea = Self.helpArea(help, in: size)
    // Panels are left out under the help box: only their edges would show.
    let shown = isHelpShown ? [helpArea] : panels
    var menu = MenuCanvas(
      style: style, grid: backdrop.grid(style, in: size, panels: shown, scenery: scenery))
    if isHelpShown {
      Self.drawHelp(help, in: helpArea, &menu)
    } else {
      body(&menu, backdrop.canvas)
    }
    let foot = isHelpShown ? "Esc close" : keys
    drawFoot(foot, in: size, &menu)
    hints = HintKeys(foot.parts(between: "  "))
    drawn = menu.grid
    return menu.grid
  }

  /// Draws the key hints, or the notice in at most three rows.
  private func drawFoot(
    _ keys: String, in size: WindowSize, _ menu: inout MenuCanvas
  ) {
    let (width, lastRow) = (size.columns - 2, Self.hintRow(in: size))
    guard !notice.isEmpty else {
      menu.write(keys.hints(in: width), column: 1, row: lastRow, menu.style.dim)
      return
    }
    let lines = notice.folded(to: width, lines: 3)
    for (index, line) in lines.enumerated() {
      // Padding covers the panel below it on both sides.
      let padding = String(repeating: " ", count: max(width - line.cells, 0))
      menu.write(
        line + padding, column: 1, row: lastRow + 1 - lines.count + index,
        menu.style.strong,
        limit: width)
    }
  }

  /// Translates a click on a hint in the last row to that hint's key; other keys pass unchanged.
  package func resolved(_ key: Key) -> Key {
    guard case .press(let column, let row) = key, row == drawn.height - 1 else { return key }
    return hints.key(atColumn: column, row: row, of: drawn) ?? key
  }

  /// Handles the keys of the help box.
  ///
  /// - Returns: whether the key was used up; while the help is open any key closes it.
  package mutating func take(_ key: Key, isTyping: Bool = false) -> Bool {
    // Moving the pointer does not dismiss the notice.
    if case .hover = key {} else { notice = "" }
    if isHelpShown {
      isHelpShown = false
      return true
    }
    guard key == .character("?"), !isTyping else { return false }
    isHelpShown = true
    return true
  }

  private static func helpTable(_ help: [(String, String)], in size: WindowSize) -> KeyTable {
    KeyTable(help, cells: min(size.columns - 10, 58))
  }

  private static func helpArea(_ help: [(String, String)], in size: WindowSize) -> Area {
    let table = helpTable(help, in: size)
    let width = table.width + 6
    let height = min(table.rows.count + 4, size.rows - 2)
    return Area(
      column: (size.columns - width) / 2, row: (size.rows - height) / 2, width: width,
      height: height)
  }

  private static func drawHelp(
    _ help: [(String, String)], in area: Area, _ menu: inout MenuCanvas
  ) {
    let table = helpTable(help, in: WindowSize(columns: menu.grid.width, rows: menu.grid.height))
    menu.drawFrame(of: area)
    let start = area.column + 3
    menu.write("Keys", column: start, row: area.row + 1, menu.style.strong)
    for (index, line) in table.rows.prefix(area.height - 4).enumerated() {
      let row = area.row + 3 + index
      menu.write(line.keys, column: start, row: row, menu.style.strong)
      menu.write(line.meaning, column: start + line.column, row: row, menu.style.text)
    }
  }
}
