// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalUI

/// The help box of playback.
struct PlaybackHelp {
  /// Whether there is a next and a previous timeline.
  let hasNeighbours: Bool

  private var lines: [(keys: String, meaning: String)] {
    var lines = [
      ("space", "pause or resume"),
      ("← →", "1 second back or forward"),
      ("PgUp PgDn", "10 seconds back or forward"),
      (", .", "1 frame back or forward"),
      ("[ ]", "previous or next event"),
      ("- +", "slower or faster: 0.1 to 10 times"),
      ("r", "play backwards or forwards"),
      ("0 ... 9", "jump to 0 % ... 90 %"),
      ("Home End", "jump to the beginning or the end"),
      ("mouse", "click the timeline to jump there"),
    ]
    if hasNeighbours { lines.append(("n p", "next or previous demo")) }
    return lines + [("Esc", "back"), ("q", "quit")]
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
