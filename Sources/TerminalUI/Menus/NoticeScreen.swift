// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// A message, such as an error, with choices of what to do next.
package struct NoticeScreen<ID: Hashable & Sendable, ScreenStyle: DisplayStyle>: InteractiveScreen {
  /// The title.
  package let title: String
  /// The message.
  package let sentence: String
  /// Whether it is an error.
  package let isBad: Bool
  /// The choices; Escape selects the last one.
  package private(set) var menu: Menu<ID>
  private var page = MenuPage()

  /// A notice with at least one choice.
  package init(_ title: String, _ sentence: String, isBad: Bool, _ choices: [Menu<ID>.Item]) {
    self.title = title
    self.sentence = sentence
    self.isBad = isBad
    menu = Menu(choices)
  }

  private static var help: [(String, String)] {
    [
      ("Arrows, Tab", "move to another button"), ("Enter", "press the button"),
      ("Click", "press a button"), ("Esc", "press the last button"),
      ("?", "close this help"),
    ]
  }

  /// The panel, with the message above the choices.
  package mutating func frame(
    _ style: ScreenStyle, in size: WindowSize, at now: DisplayTime
  ) -> Frame {
    let layout = NoticeLayout(sentence, items: menu.items.count, in: size)
    let grid = page.draw(
      style.menu, in: size, panels: [layout.panel], keys: "Arrows, Enter  ? help  Esc back",
      help: Self.help
    ) { [self] canvas, _ in
      canvas.drawFrame(of: layout.panel)
      canvas.write(
        title, centredIn: layout.panel.columns, row: layout.panel.row + 1,
        canvas.style.strong)
      for (index, line) in layout.lines.enumerated() {
        canvas.write(
          line, centredIn: layout.panel.columns, row: layout.panel.row + 3 + index,
          isBad ? canvas.style.bad : canvas.style.text)
      }
      for (index, item) in menu.items.enumerated() {
        canvas.drawButton(
          item.title, isFocused: index == menu.focus, in: layout.panel.columns,
          layout.row(of: index))
      }
    }
    return Frame(grid: grid)
  }

  /// Moves between the choices, or selects one.
  package mutating func take(
    _ key: Key, _ style: ScreenStyle, in size: WindowSize, at now: DisplayTime
  ) -> ID? {
    let key = page.resolved(key)
    if page.take(key) { return nil }
    switch key {
    case .escape, .control("c"): return menu.items.last?.id
    case .press(let column, let row):
      let layout = NoticeLayout(sentence, items: menu.items.count, in: size)
      guard MenuPage.fits(size), let item = layout.item(column: column, row: row) else {
        return nil
      }
      return menu.click(item)
    default: return menu.take(key)
    }
  }

  /// Focuses the choice under the pointer.
  package mutating func point(column: Int, row: Int, in size: WindowSize) -> Bool {
    guard MenuPage.fits(size), !page.isHelpShown else { return false }
    let layout = NoticeLayout(sentence, items: menu.items.count, in: size)
    return menu.point(to: layout.item(column: column, row: row))
  }
}

/// The positions of a notice's message and choices.
private struct NoticeLayout {
  /// The panel.
  let panel: Area
  /// The message, folded.
  let lines: [String]
  private let items: Int

  /// The layout of a message with `items` choices.
  init(_ sentence: String, items: Int, in size: WindowSize) {
    self.items = items
    let width = min(size.columns - 4, 62)
    let room = max(size.rows - 8 - items, 1)
    lines = Array(sentence.harmless(limit: 600).folded(to: width - 6).prefix(room))
    let height = lines.count + items + 6
    panel = Area(
      column: (size.columns - width) / 2, row: max((size.rows - 1 - height) / 2, 0), width: width,
      height: height)
  }

  /// The row of a choice.
  func row(of item: Int) -> Int { panel.row + 4 + lines.count + item }

  /// The choice at a cell.
  func item(column: Int, row: Int) -> Int? {
    guard panel.columns.contains(column) else { return nil }
    return (0..<items).first { self.row(of: $0) == row }
  }
}
