// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// The background of a menu, with its panels: drawn once per window size, then cached.
package struct Backdrop: Sendable {
  private struct Key: Hashable {
    var style: MenuStyle
    var size: WindowSize
    var panels: [Area]
  }

  private var key: Key?
  /// The picture; nil for a plain background.
  package private(set) var canvas: Canvas?
  private var kept = Grid(width: 0, height: 0)

  /// An empty cache.
  package init() {}

  /// The background for a window, redrawn only if an argument has changed.
  package mutating func grid(_ style: MenuStyle, in size: WindowSize, panels: [Area]) -> Grid {
    let key = Key(style: style, size: size, panels: panels)
    if key != self.key {
      self.key = key
      draw(style, size, panels)
    }
    return kept
  }

  private mutating func draw(_ style: MenuStyle, _ size: WindowSize, _ panels: [Area]) {
    kept = Grid(width: size.columns, height: size.rows, style: style.text)
    guard let picture = style.picture else {
      canvas = nil
      return
    }
    let cellHeight = picture.cellHeight
    var canvas = Canvas(
      columns: size.columns, rows: size.rows, blocks: picture.blocks, cellHeight: cellHeight)
    canvas.fillFelt(lit: RGBA(picture.feltLit), dark: RGBA(picture.feltDark))
    for area in panels {
      let (width, height) = (Float(area.width), Float(area.height) * cellHeight)
      let panel = RoundedBox(
        x: Float(area.column) + width / 2, y: Float(area.row) * cellHeight + height / 2,
        width: width, height: height, radius: 0)
      canvas.drawShadow(
        width: width, height: height, radius: 1, Pose(x: panel.x, y: panel.y, lift: 0.6))
      canvas.fill(panel, RGBA(picture.panel))
    }
    kept.draw(canvas.pixels, with: picture.blocks)
    self.canvas = canvas
  }
}
