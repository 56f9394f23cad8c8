// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// A picture that lies between the felt and the panels of a menu.
package struct Scenery: Sendable {
  /// The picture, in the pixels of the window.
  package var pixels: Pixels
  /// How much of it is to be seen, 0...1.
  package var opacity: Double
  /// The cells in which it differs from the last one; nil if it may differ everywhere.
  package var damage: [Area]?

  /// A picture in the pixels of the window.
  package init(_ pixels: Pixels, opacity: Double, damage: [Area]? = nil) {
    self.pixels = pixels
    self.opacity = opacity
    self.damage = damage
  }
}

/// The background of a menu, with its panels: drawn once per window size, then cached; of a picture
/// below the panels only what changes is drawn again.
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
  /// The felt alone; nil until a picture lies on it.
  private var felt: Canvas?
  /// How much of the picture below the panels is drawn, of 255.
  private var share: UInt8 = 0

  /// An empty cache.
  package init() {}

  /// The background for a window, redrawn only if an argument has changed.
  package mutating func grid(
    _ style: MenuStyle, in size: WindowSize, panels: [Area], scenery: Scenery? = nil
  ) -> Grid {
    let key = Key(style: style, size: size, panels: panels)
    if key != self.key {
      self.key = key
      draw(style, size, panels)
    }
    if let picture = style.picture { show(scenery, picture, panels) }
    return kept
  }

  /// Draws a picture below the panels, where it or its opacity has changed.
  private mutating func show(
    _ scenery: Scenery?, _ picture: MenuStyle.Picture, _ panels: [Area]
  ) {
    let share = UInt8(min(max(scenery?.opacity ?? 0, 0), 1) * 255 + 0.5)
    guard share > 0 || self.share > 0, var canvas else { return }
    let (width, height) = (kept.width, kept.height)
    let window = Area(column: 0, row: 0, width: width, height: height)
    let damage = share == self.share ? scenery?.damage ?? [window] : [window]
    self.share = share
    let felt = felt ?? Self.felt(picture, width, height)
    self.felt = felt
    // The canvas must have one owner while it is changed, or it would be copied.
    self.canvas = nil
    for area in damage.map({ $0.intersection(window) }) where area.width > 0 && area.height > 0 {
      canvas.redraw(area, of: picture.blocks, on: felt) { canvas in
        if let scenery, share > 0 { canvas.draw(scenery.pixels, faded: share) }
        Self.draw(panels, picture, on: &canvas)
      }
      kept.draw(canvas.pixels, with: picture.blocks, damage: area)
    }
    self.canvas = canvas
  }

  private mutating func draw(_ style: MenuStyle, _ size: WindowSize, _ panels: [Area]) {
    kept = Grid(width: size.columns, height: size.rows, style: style.text)
    (felt, share) = (nil, 0)
    guard let picture = style.picture else {
      canvas = nil
      return
    }
    var canvas = Self.felt(picture, size.columns, size.rows)
    Self.draw(panels, picture, on: &canvas)
    kept.draw(canvas.pixels, with: picture.blocks)
    self.canvas = canvas
  }

  private static func felt(
    _ picture: MenuStyle.Picture, _ columns: Int, _ rows: Int
  ) -> Canvas {
    var canvas = Canvas(
      columns: columns, rows: rows, blocks: picture.blocks, cellHeight: picture.cellHeight)
    canvas.fillFelt(lit: RGBA(picture.feltLit), dark: RGBA(picture.feltDark))
    return canvas
  }

  private static func draw(
    _ panels: [Area], _ picture: MenuStyle.Picture, on canvas: inout Canvas
  ) {
    let cellHeight = picture.cellHeight
    for area in panels {
      let (width, height) = (Float(area.width), Float(area.height) * cellHeight)
      let panel = RoundedBox(
        x: Float(area.column) + width / 2, y: Float(area.row) * cellHeight + height / 2,
        width: width, height: height, radius: 0)
      // On felt of one colour, in a terminal with few, shadows would be grey.
      if picture.feltLit != picture.feltDark {
        canvas.drawShadow(
          width: width, height: height, radius: 1, Pose(x: panel.x, y: panel.y, lift: 0.6))
      }
      canvas.fill(panel, RGBA(picture.panel))
    }
  }
}
