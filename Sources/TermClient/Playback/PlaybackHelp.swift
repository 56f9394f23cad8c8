// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The keys of time travel, in a box.
struct PlaybackHelp {
  /// Whether there are others before and after what is played.
  let hasNeighbours: Bool

  private var lines: [(keys: String, meaning: String)] {
    var lines = [
      ("space", "stop, or go on"),
      ("← →", "a second back, or on"),
      ("PgUp PgDn", "ten seconds back, or on"),
      (", .", "a frame back, or on"),
      ("[ ]", "to the event before, or the next"),
      ("- +", "slower, or faster: 1/10 to 10 times"),
      ("r", "backwards, or forwards"),
      ("0 ... 9", "to so many tenths of it"),
      ("Home End", "to the beginning, or the end"),
      ("mouse", "a click on the time line goes there"),
    ]
    if hasNeighbours { lines.append(("n p", "the next, or the one before")) }
    return lines + [("Esc", "back"), ("q", "quit")]
  }

  /// Draws the box in the middle of the screen; what there is no room for is left out.
  func draw(_ renderStyle: RenderStyle, on grid: inout Grid) {
    let lines = lines.prefix(max(grid.height - 4, 0))
    let width = min(52, grid.width)
    let area = Area(
      column: (grid.width - width) / 2, row: max((grid.height - lines.count - 3) / 2, 0),
      width: width, height: min(lines.count + 3, grid.height))
    guard area.height >= 3, area.width >= 20 else { return }
    let text = renderStyle.blocks == nil ? renderStyle.palette.front : renderStyle.panelPalette.text
    grid.fill(area, .space, text)
    grid.frame(area, Edge.plain, renderStyle.blocks == nil ? text : renderStyle.panelPalette.dim)
    grid.put(
      "Time travel", centredIn: area.columns, row: area.row + 1, text.with(.bold))
    for (index, line) in lines.enumerated() {
      let row = area.row + 2 + index
      grid.put(line.keys, column: area.column + 2, row: row, text.with(.bold), limit: 10)
      grid.put(
        line.meaning, column: area.column + 13, row: row, text, limit: area.width - 15)
    }
  }
}
