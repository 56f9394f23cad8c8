// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

/// The help box of playback.
struct PlaybackHelp {
  private let lines: [MatchDialog.Row]

  /// The help of a playback.
  init(_ playback: Playback) {
    lines =
      playback.help
      + [("Esc", "back"), ("q", "quit")].map { MatchDialog.Row(keys: $0.0, meaning: $0.1) }
  }

  /// Draws the box in the middle of the screen; rows that do not fit are left out.
  func draw(_ renderStyle: RenderStyle, on grid: inout Grid) {
    let lines = lines.prefix(max(grid.height - 4, 0))
    let width = min(52, grid.width)
    let area = Area(
      column: (grid.width - width) / 2, row: max((grid.height - lines.count - 3) / 2, 0),
      width: width, height: min(lines.count + 3, grid.height))
    guard area.height >= 3, area.width >= 20 else { return }
    let text = renderStyle.blocks == nil ? renderStyle.palette.front : renderStyle.panelPalette.text
    grid.fill(area, .space, text)
    grid.frame(area, Border.plain, renderStyle.blocks == nil ? text : renderStyle.panelPalette.dim)
    grid.put(
      "Playback keys", centredIn: area.columns, row: area.row + 1, text.with(.bold))
    for (index, line) in lines.enumerated() {
      let row = area.row + 2 + index
      grid.put(line.keys, column: area.column + 2, row: row, text.with(.bold), limit: 10)
      grid.put(
        line.meaning, column: area.column + 13, row: row, text, limit: area.width - 15)
    }
  }
}
