// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What all screens around the match share: the table behind them, the line of keys below, the box
/// of help, and the notice in a window that is too small.
struct MenuPage: Sendable {
  /// The smallest window that menus are drawn in.
  static let smallest = WindowSize(columns: 60, rows: 20)

  private var backdrop = Backdrop()
  /// Whether the keys are explained.
  private(set) var isHelpShown = false
  /// What is to be read before anything else, in place of the keys; empty for nothing.
  var notice = ""
  /// What was drawn last.
  private var drawn = Grid(width: 0, height: 0)

  /// A page without anything on it.
  init() {}

  /// The row of the keys' hints.
  static func hintRow(in size: WindowSize) -> Int { size.rows - 1 }

  /// Whether anything can be drawn in a window.
  static func fits(_ size: WindowSize) -> Bool {
    size.columns >= smallest.columns && size.rows >= smallest.rows
  }

  /// Draws a page.
  ///
  /// - Parameters:
  ///   - look: how.
  ///   - size: the window.
  ///   - panels: where panels lie on the table.
  ///   - keys: the keys that do something now.
  ///   - help: the keys with what they do, for the box of help.
  ///   - body: draws the rest; it gets the picture of the table, if that is one.
  /// - Returns: all cells.
  mutating func draw(
    _ look: Look, in size: WindowSize, panels: [Area], keys: String, help: [(String, String)],
    _ body: (inout MenuCanvas, Canvas?) -> Void
  ) -> Grid {
    guard Self.fits(size) else {
      return WindowNotice(needed: Self.smallest, last: "q quits.").grid(look.palette, in: size)
    }
    let helpArea = Self.helpArea(help, in: size)
    // What lies under the box of help would only show around it.
    let shown = isHelpShown ? [helpArea] : panels
    var menu = MenuCanvas(look: look, grid: backdrop.grid(look, in: size, panels: shown))
    if isHelpShown {
      Self.drawHelp(help, in: helpArea, &menu)
    } else {
      body(&menu, backdrop.canvas)
    }
    drawFoot(isHelpShown ? "Esc close" : keys, look, in: size, &menu)
    drawn = menu.grid
    return menu.grid
  }

  /// The keys, or the notice in as many rows as it takes, at most three.
  private func drawFoot(
    _ keys: String, _ look: Look, in size: WindowSize, _ menu: inout MenuCanvas
  ) {
    let (width, lastRow) = (size.columns - 2, Self.hintRow(in: size))
    guard !notice.isEmpty else {
      menu.write(keys, column: 1, row: lastRow, look.palette.dim, limit: width)
      return
    }
    let lines = notice.folded(to: width, lines: 3)
    for (index, line) in lines.enumerated() {
      // Nothing of a panel that it covers shows beside it.
      let padding = String(repeating: " ", count: max(width - line.cells, 0))
      menu.write(
        line + padding, column: 1, row: lastRow + 1 - lines.count + index, look.palette.strong,
        limit: width)
    }
  }

  /// The key itself, or the one whose hint was clicked in the last row.
  func resolved(_ key: Key) -> Key {
    guard case .press(let column, let row) = key, row == drawn.height - 1 else { return key }
    return HintKeys.key(atColumn: column, row: row, of: drawn) ?? key
  }

  /// Takes the keys that concern the help.
  ///
  /// - Returns: whether it was one of them; while the help is shown every key is.
  mutating func take(_ key: Key, isTyping: Bool = false) -> Bool {
    // Moving the pointer is no sign that it was read.
    if case .hover = key {} else { notice = "" }
    if isHelpShown {
      isHelpShown = false
      return true
    }
    guard key == .character("?"), !isTyping else { return false }
    isHelpShown = true
    return true
  }

  private static func helpArea(_ help: [(String, String)], in size: WindowSize) -> Area {
    let width = min(size.columns - 4, 56)
    let height = min(help.count + 4, size.rows - 2)
    return Area(
      column: (size.columns - width) / 2, row: (size.rows - height) / 2, width: width,
      height: height)
  }

  private static func drawHelp(
    _ help: [(String, String)], in area: Area, _ menu: inout MenuCanvas
  ) {
    menu.drawFrame(of: area)
    menu.write("Keys", centredIn: area.columns, row: area.row + 1, menu.palette.strong)
    for (index, line) in help.prefix(area.height - 4).enumerated() {
      let row = area.row + 3 + index
      menu.write(line.0, column: area.column + 3, row: row, menu.palette.strong, limit: 18)
      menu.write(
        line.1, column: area.column + 22, row: row, menu.palette.text, limit: area.width - 25)
    }
  }
}
