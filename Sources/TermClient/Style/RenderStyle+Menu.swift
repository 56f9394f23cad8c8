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
    // The field that is typed into has a ground of its own, since some terminals strike text through its feet
    // with a line; without colours there is only the line.
    menu.field =
      palette.text.background.isStandard
      ? Style(palette.cursor.background, on: palette.text.background, [.underline, .bold])
      : Style(palette.cursor.background, on: Color(colors.plate), .bold)
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
