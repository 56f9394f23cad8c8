// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalUI

// The back of a card.

extension CardArt {
  /// The width of a back's rim over the card's.
  static let rimShare: Float = 0.075

  /// Draws the back: a rim, a panel with an outline, and nested lozenges, all aligned to pixels at
  /// rest; `rim` is the colour of a wider rim.
  func back(rim: UInt32? = nil) -> Texture {
    texture { canvas, card in
      let pattern = RGBA(colors.backPattern)
      guard hasRim else { return drawPlainBack(&canvas, card) }
      canvas.fill(card.square, RGBA(rim ?? colors.backRim))
      var panel = inset(card, width * (rim == nil ? Self.rimShare : 0.11))
      // As round within a wider rim.
      if raster.isFine { panel.radius = width * 0.05 }
      canvas.fill(panel, RGBA(colors.backPanel))
      guard !colors.isFlat || raster.isFine,
        min(panel.width / pixel.x, panel.height / pixel.y) >= 12
      else {
        return drawLozenge(on: &canvas, in: panel)
      }
      let line = inset(panel, width * 0.06)
      canvas.fill(line, pattern.faded(to: Float(0.5)))
      canvas.fill(inset(line, width * 0.045), RGBA(colors.backPanel))
      let reach = SIMD2(panel.width * 0.34, panel.height * 0.34)
      let coverage = canvas.coverage
      canvas.draw(in: panel.box()) { x, y in
        let away = abs(x - panel.x) / reach.x + abs(y - panel.y) / reach.y
        let slope = SIMD2(1 / reach.x, 1 / reach.y)
        func covered(_ size: Float) -> Float {
          coverage(away - size, across: slope.x, down: slope.y)
        }
        let outer = pattern.faded(to: covered(1) - covered(0.72))
        return RGBA(colors.backRim).mixed(with: pattern, 0.55).faded(to: covered(0.44)).over(outer)
      }
    }
  }

  /// Draws a lozenge of whole pixels, where too few pixels or colours leave no lines.
  private func drawLozenge(on canvas: inout Canvas, in panel: RoundedBox) {
    let (pixel, box, across) = (pixel, panel.box(), panel.width / self.pixel.x)
    var reach = SIMD2(panel.width, panel.height) * 0.36
    var color = RGBA(colors.backPattern)
    switch across {
    // One that touched the edge here would be a cross.
    case ..<5.5: reach.x = (across / 2 - 1) * pixel.x
    // One that did not would be a cross here; in its full colour it would be loud.
    case ..<6.5:
      reach.x = panel.width / 2
      if !colors.isFlat { color = RGBA(colors.backPanel).mixed(with: color, 0.6) }
    default: break
    }
    // In a few pixels it grows by one on each side from line to line.
    if across < 12 {
      let most = max(panel.height / 2 - pixel.y, pixel.y)
      reach.y = min(most, reach.x / pixel.x * pixel.y)
      reach.x = min(reach.x, reach.y / pixel.y * pixel.x)
    }
    canvas.draw(in: box) { x, y in
      // The middles of whole pixels, of which a texture has several each.
      let column = box.x + (((x - box.x) / pixel.x).rounded(.down) + 0.5) * pixel.x
      let row = box.y + (((y - box.y) / pixel.y).rounded(.down) + 0.5) * pixel.y
      let away = abs(column - panel.x) / reach.x + abs(row - panel.y) / reach.y
      let isHollow = across >= 16 && (0.35...0.7).contains(away)
      return away <= 1.05 && !isHollow ? color : .clear
    }
  }

  /// Draws a back with few pixels: a small spot in its middle.
  private func drawPlainBack(_ canvas: inout Canvas, _ card: RoundedBox) {
    canvas.fill(card.square, RGBA(colors.backPanel))
    var spot = spot(in: card)
    // A larger one would make a table of such cards restless.
    let across = Int((spot.width / pixel.x).rounded())
    if across >= 4 { spot.width = Float((across + 3) / 4 * 2) * pixel.x }
    canvas.fill(spot, RGBA(colors.backRim))
  }

  /// The spot in the middle of a back with few pixels, and the hole in a cursor's frame within the card.
  ///
  /// Sextants show two colours a cell: in a last row of cells that has felt below the card, there is
  /// none left for the spot.
  func spot(in card: RoundedBox) -> RoundedBox {
    let lines = Int((height / pixel.y).rounded())
    let hasTwoPixels = raster.across * raster.down <= 2
    let free = hasTwoPixels ? lines - 1 : lines / raster.down * raster.down
    let half = lines / 2 + (lines - lines / 2) % 2
    let rows = max(min(2 * min(free, lines - 1) - lines, half), 1)
    let across = Int((width / pixel.x).rounded())
    return RoundedBox(
      x: card.x, y: card.y, width: Float(across - across / 4 * 2) * pixel.x,
      height: Float(rows) * pixel.y, radius: 0)
  }
}
