// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

// The table and the items on it.

extension Canvas {
  /// Draws the felt with its places, and the panel beside it.
  init(backgroundOf setting: TablePicture.Setting) {
    let (board, colors) = (setting.board, setting.colors)
    self.init(
      columns: setting.columns, rows: setting.rows, blocks: board.blocks,
      cellHeight: board.cellHeight)
    fillFelt(
      lit: RGBA(colors.feltLit), dark: RGBA(colors.feltDark), inCellsOf: board.cellHeight)
    if setting.showsPlaces { drawPlaces(of: board, colors, isSquare: setting.cell != nil) }
    if let panel = setting.panel {
      let isBelow = panel.column <= 1
      let (left, upper) = (Float(panel.column), Float(panel.row) * board.cellHeight)
      let box = SIMD4(isBelow ? 0 : left, upper, width, height)
      // A shadow on the felt makes the panel look raised.
      if !isBelow {
        // One shade per column: two per cell, on top of the felt's, would look jagged.
        let reach: Float = colors.isFlat ? 0 : 3
        draw(in: SIMD4(left - reach, 0, left, height)) { x, _ in
          let near = min(max((x.rounded(.down) + 0.5 - left + 3) / 3, 0), 1)
          return RGBA(0, alpha: near * near * 0.35)
        }
      }
      draw(in: box) { _, _ in RGBA(colors.panel) }
    }
  }

  /// The cells of an area of a picture in blocks, in cells of real pixels.
  init(
    magnifying picture: Pixels, _ area: Area, of blocks: Blocks, to cell: PixelSize,
    cellHeight: Float
  ) {
    self.init(
      columns: area.width, rows: area.height, on: CellRaster(cell), cellHeight: cellHeight)
    pixels.withRows(x: 0..<pixels.width, y: 0..<pixels.height) { y, _, row in
      let above = area.row * blocks.down + y * blocks.down / cell.height
      for x in row.indices {
        row[x] = picture[area.column * blocks.across + x * blocks.across / cell.width, above]
      }
    }
  }

  /// Draws a smooth frame along the edge of a card in the canvas's corner, within the card.
  mutating func drawEdge(of card: CardArt, _ color: RGBA) {
    let outer = RoundedBox(
      x: card.width / 2, y: card.height / 2, width: card.width, height: card.height,
      radius: card.radius)
    let inner = outer.inset(by: max(card.width * 0.09, 0.35))
    let coverage = coverage
    draw(in: outer.box(margin: 1)) { x, y in
      let (edge, hole) = (outer.distance(x: x, y: y), inner.distance(x: x, y: y))
      let covered = coverage(edge.0, across: edge.1, down: edge.2)
      return color.faded(to: covered * (1 - coverage(hole.0, across: hole.1, down: hole.2)))
    }
  }

  /// Draws the places as faint marks, visible where no card is; `isSquare` ones have no round corners,
  /// which would be jagged beside those of cards in real pixels.
  private mutating func drawPlaces(
    of board: PictureBoard, _ colors: PictureColors, isSquare: Bool
  ) {
    for middle in board.middles {
      guard !colors.isFlat else {
        // With few colours a shade would vanish or turn grey, so places have an outline in a lighter
        // tone of the felt.
        drawFrame(
          board.box(around: middle, pixels: (-1, -1)), board.box(around: middle, pixels: (-2, -2)),
          glow: 0, RGBA(colors.feltFlat).mixed(with: RGBA(0x00afaf), 0.5))
        continue
      }
      var shape = board.box(around: middle, pixels: (-1, -1))
      var inner = board.box(around: middle, pixels: (-2, -2))
      if isSquare { (shape.radius, inner.radius) = (0, 0) }
      fill(shape, RGBA(0, alpha: 0.16))
      drawFrame(shape, inner, glow: 0, RGBA(0xffffff, alpha: 0.06))
    }
  }

  /// Draws an item.
  mutating func draw(
    _ shape: PictureItem.Shape, _ textures: inout PictureTextures, _ colors: PictureColors,
    cellHeight: Float
  ) {
    switch shape {
    case .card(let side, let pose):
      let card = textures.card
      if pose.liesFlat, !card.isFine {
        if textures.hasHardShadows {
          drawHardShadow(width: card.width, height: card.height, radius: card.radius, pose)
        }
      } else if !colors.isFlat || card.isFine {
        drawShadow(width: card.width, height: card.height, radius: card.radius, pose)
      }
      draw(textures.texture(side), of: card, pose)
    case .frame(let outer, let inner, let glow, let color):
      drawFrame(outer, inner, glow: glow, RGBA(color))
    case .number(let number, let pose, let alpha):
      draw(textures.texture(number), pose, alpha: Float(alpha) / 255)
    case .ring(let x, let y, let radius, let ringWidth, let left, let color):
      let radii = (radius - ringWidth)...radius
      // A cell of two colours with more than two pixels has none left for the track beside the ring.
      if !isOfBlocks || left == 0 || across * cellHeight * down <= 2.01 {
        fillArc(x: x, y: y, radii: radii, share: 1, RGBA(colors.ringTrack))
      }
      fillArc(
        x: x, y: y, radii: radii, share: Float(left) / Float(PictureItem.ringSteps),
        RGBA(color))
    case .trophy(let picture, let columns, let rows, let isNamed, let pose):
      draw(textures.trophy(picture, columns: columns, rows: rows, isNamed: isNamed), pose)
    case .plate(let shape, let color, let stripe, let castsShadow):
      drawPlate(shape, color, stripe, castsShadow, cellHeight)
    }
  }

  /// Draws a side of a card in a pose: in its own colours alone, where the terminal has few.
  mutating func draw(_ side: Texture, of card: CardArt, _ pose: Pose) {
    if card.colors.isFlat, !card.isFine {
      drawUnmixed(side, pose)
    } else {
      draw(side, pose)
    }
  }

  private mutating func drawPlate(
    _ shape: RoundedBox, _ color: UInt32, _ stripe: UInt32?, _ castsShadow: Bool,
    _ cellHeight: Float
  ) {
    if castsShadow {
      let shadow = shape.plateShadow
      // One shade per cell, or it would look jagged.
      draw(in: shadow.box(margin: 3)) { x, y in
        let middle = SIMD2(
          x.rounded(.down) + 0.5, ((y / cellHeight).rounded(.down) + 0.5) * cellHeight)
        let away = shadow.distance(x: middle.x, y: middle.y).0
        let reach = RoundedBox.plateShadowReach
        let inside = min(max((reach - away) / (2 * reach), 0), 1)
        return RGBA(0x020807, alpha: 0.6 * inside * inside * (3 - 2 * inside))
      }
    }
    fill(shape, RGBA(color))
    guard let stripe else { return }
    let left = shape.x - shape.width / 2
    draw(in: SIMD4(left, shape.y - shape.height / 2, left + 1, shape.y + shape.height / 2)) {
      _, y in
      // No pixel that the plate has only a part of.
      abs(y - shape.y) < shape.height / 2 ? RGBA(stripe) : .clear
    }
  }
}

extension RoundedBox {
  /// How far beyond its box a plate's shadow is seen, in units.
  static let plateShadowReach: Float = 2.4

  /// The box of a plate's shadow.
  var plateShadow: RoundedBox {
    var shadow = self
    (shadow.x, shadow.y) = (x + 0.6, y + 1)
    return shadow
  }
}
