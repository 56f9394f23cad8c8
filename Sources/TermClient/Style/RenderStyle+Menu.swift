// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalUI

extension RenderStyle {
  /// The colours of menus, and the table behind them.
  var menu: MenuStyle {
    var menu = MenuStyle()
    (menu.text, menu.dim, menu.strong) = (palette.text, palette.dim, palette.strong)
    menu.cursor = palette.cursor
    (menu.bad, menu.good) = (palette.bad, palette.good)
    let colors = palette.picture
    // Buttons, and the field that is typed into, have a ground of their own. Some terminals strike text
    // through its feet with a line, so that there is a line only without colours.
    let hasColors = !palette.text.background.isStandard
    let ground = hasColors ? Color(colors.plate) : palette.text.background
    menu.button = Style(palette.strong.foreground, on: ground, .bold)
    menu.field = Style(
      palette.cursor.background, on: ground, hasColors ? .bold : [.underline, .bold])
    menu.picture = blocks.map {
      MenuStyle.Picture(
        blocks: $0, cellHeight: cellHeight, feltLit: colors.feltLit, feltDark: colors.feltDark,
        panel: colors.panel)
    }
    return menu
  }
}

extension HintKeys {
  /// The hints of a match.
  static let match = HintKeys([
    "Enter ready", "Enter play again", "Enter continue", "Space deal", "Esc back", "Esc close",
    "s shuffle", "s save", "b bot", "x remove", "r restart", "? help", "q leave", "q quit",
    "y leave", "n stay", "y restart", "y remove", "n play on", "n cancel",
  ])
}
