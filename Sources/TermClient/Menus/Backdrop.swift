// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

/// The table behind a menu, with its panels: drawn once per window size, then cached.
struct Backdrop: Sendable {
  private struct Key: Hashable {
    var renderStyle: RenderStyle
    var size: WindowSize
    var panels: [Area]
  }

  private var key: Key?
  /// The picture; nil where the table is drawn with characters.
  private(set) var canvas: Canvas?
  private var kept = Grid(width: 0, height: 0)

  /// An empty cache.
  init() {}

  /// The background for a window, redrawn only if an argument has changed.
  mutating func grid(_ renderStyle: RenderStyle, in size: WindowSize, panels: [Area]) -> Grid {
    let key = Key(renderStyle: renderStyle, size: size, panels: panels)
    if key != self.key {
      self.key = key
      draw(renderStyle, size, panels)
    }
    return kept
  }

  private mutating func draw(_ renderStyle: RenderStyle, _ size: WindowSize, _ panels: [Area]) {
    kept = Grid(width: size.columns, height: size.rows, style: renderStyle.palette.text)
    guard let blocks = renderStyle.blocks else {
      canvas = nil
      return
    }
    var canvas = Canvas(
      columns: size.columns, rows: size.rows, blocks: blocks, cellHeight: renderStyle.cellHeight)
    let colors = renderStyle.palette.picture
    canvas.fillFelt(lit: RGBA(colors.feltLit), dark: RGBA(colors.feltDark))
    for area in panels {
      let (width, height) = (Float(area.width), Float(area.height) * renderStyle.cellHeight)
      let panel = RoundedBox(
        x: Float(area.column) + width / 2, y: Float(area.row) * renderStyle.cellHeight + height / 2,
        width: width, height: height, radius: 0)
      canvas.drawShadow(
        width: width, height: height, radius: 1, Pose(x: panel.x, y: panel.y, lift: 0.6))
      canvas.fill(panel, RGBA(colors.panel))
    }
    kept.draw(canvas.pixels, with: blocks)
    self.canvas = canvas
  }
}
