// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Draws the two sides of cards as textures.
///
/// Textures are valid until the window's size changes, a face with a pie until the pie does.
struct CardArt: Hashable, Sendable {
  /// Its width in units.
  let width: Float
  /// Its height in units.
  let height: Float
  /// The radius of its corners.
  let radius: Float

  let raster: CellRaster
  private let cellHeight: Float
  let colors: PictureColors
  private let footer: Footer

  /// The height for text at the foot of a card, below a drawn shape or an emoji, in units.
  struct Footer: Hashable, Sendable {
    var (shape, emoji): (Float, Float) = (0, 0)
  }

  /// Cards for a canvas with the same blocks and cell height.
  ///
  /// Both lengths become whole pixels, so that cards at rest have sharp edges (`Canvas.aligned`).
  ///
  /// - Parameters:
  ///   - width: a card's width in units.
  ///   - height: its height; nil for 1.5 times the width.
  ///   - footer: the height below a picture for text.
  ///   - blocks: the blocks of the canvas.
  ///   - cellHeight: a cell's height over its width.
  ///   - colors: the colours.
  init(
    width: Float, height: Float? = nil, footer: Footer = Footer(), for blocks: Blocks,
    cellHeight: Float = 2, _ colors: PictureColors = .standard
  ) {
    self.init(
      width: width, height: height, footer: footer, on: CellRaster(blocks), cellHeight: cellHeight,
      colors)
  }

  /// Cards for cells of a raster.
  init(
    width: Float, height: Float? = nil, footer: Footer = Footer(), on raster: CellRaster,
    cellHeight: Float, _ colors: PictureColors
  ) {
    precondition(width > 0, "The width of a card must be positive, not \(width).")
    let (across, down) = (Float(raster.across), Float(raster.down) / cellHeight)
    self.width = max((width * across).rounded(), 1) / across
    self.height = max(((height ?? width * 1.5) * down).rounded(), 1) / down
    radius = raster.isFine ? width * Self.roundness : Self.radius(width: width)
    self.footer = footer
    self.raster = raster
    self.cellHeight = cellHeight
    self.colors = colors
  }

  /// The corner radius of cards of a width; 0 where pixels are too large for it.
  static func radius(width: Float) -> Float { width < wide ? 0 : width * roundness }

  /// The corner radius of a card over its width.
  static let roundness: Float = 0.125

  /// Cards of at least this width have enough pixels for round corners.
  private static let wide: Float = 10
  /// Cards narrower than this have too few pixels for a rim and a pattern.
  private static let plain: Float = 5

  /// The canvas's pixel size, in units.
  var pixel: SIMD2<Float> {
    SIMD2(1 / Float(raster.across), cellHeight / Float(raster.down))
  }

  /// Whether pixels are so small that edges are smooth.
  var isFine: Bool { raster.isFine }

  /// Whether there are enough pixels for a rim and a pattern.
  var hasRim: Bool { raster.isFine || width >= Self.plain && !isLow }

  /// Whether it has fewer than three whole rows of cells: it shares the last, of two colours, with a gap.
  private var isLow: Bool { !raster.isFine && height / cellHeight < 2.99 }

  /// The thinnest line, in units: a pixel, or as much of a fine raster as can be seen.
  private var hairline: Float { raster.isFine ? 0.16 : 0 }

  /// A box inset by `units`, rounded to whole pixels and at least one.
  func inset(_ box: RoundedBox, _ width: Float) -> RoundedBox {
    let units = max(width, hairline)
    return box.inset(
      across: max((units / pixel.x).rounded(), 1) * pixel.x,
      down: max((units / pixel.y).rounded(), 1) * pixel.y)
  }

  /// The card without an edge, which has all of the last row of cells if a gap shares it.
  private func paper(_ card: RoundedBox, _ width: Float) -> RoundedBox {
    var paper = inset(card, width)
    guard isLow else { return paper }
    let lines = Int((height / pixel.y).rounded()) % raster.down
    let below = Float(lines) * pixel.y - (card.height - paper.height) / 2
    if below > 0 { paper.cutBelow(by: below) }
    return paper
  }

  /// How far the remaining bonus reaches in from a face's edge, in units.
  var bonusEdge: SIMD2<Float> {
    let inner = inset(RoundedBox(x: 0, y: 0, width: width, height: height, radius: 0), bonusWidth)
    return SIMD2((width - inner.width) / 2, (height - inner.height) / 2)
  }

  /// The width of the remaining bonus along a face's edge.
  private var bonusWidth: Float { width * 0.08 }

  /// Draws a face: paper, with the remaining bonus along its edge, clockwise from 12 o'clock.
  ///
  /// A found pair also has a double edge, or a heavy one where pixels are large, so that it does not
  /// depend on colour.
  ///
  /// - Parameters:
  ///   - picture: the picture; nil leaves the face blank, for letters.
  ///   - pie: the remaining bonus, 0...1; nil for none.
  ///   - isMatched: whether the card is half of a found pair.
  /// - Returns: the texture, which the caller should keep.
  func face(_ picture: FacePicture?, pie: Double? = nil, isMatched: Bool = false) -> Texture {
    face(layer: picture.map { layer($0) }, pie: pie, isMatched: isMatched)
  }

  /// Draws a face with a picture already drawn by `layer` for this card size.
  func face(layer: Pixels?, pie: Double?, isMatched: Bool) -> Texture {
    texture(under: layer) { canvas, card in
      let ground = RGBA(isMatched ? colors.matched : colors.face)
      let rim = RGBA(isMatched ? colors.matchedRim : colors.faceRim)
      if isLow, !isMatched, let pie {
        canvas.fill(card.square, ground)
        return drawGauge(Float(pie), rim, of: card, on: &canvas)
      }
      let pie = isLow ? nil : pie
      if hasRim || isMatched || pie != nil {
        let edge = pie != nil || isMatched && !raster.isFine ? bonusWidth : 0
        let paper = paper(card, edge)
        canvas.fill(card.square, rim)
        if let pie { drawBonus(Float(pie), around: paper, of: card, on: &canvas) }
        canvas.fill(paper, ground)
        if isMatched, raster.isFine {
          let line = inset(paper, 0)
          canvas.fill(line, rim)
          canvas.fill(inset(line, 0), ground)
        }
      } else {
        canvas.fill(card.square, ground)
      }
    }
  }

  /// Draws what is left of a bonus between a card's edge and its paper.
  ///
  /// In large pixels it ends between two cells, which could not show its colour, the rim's and the
  /// paper's at once.
  private func drawBonus(
    _ share: Float, around paper: RoundedBox, of card: RoundedBox, on canvas: inout Canvas
  ) {
    let box = card.box()
    for strip in card.strips(around: paper) {
      if raster.isFine {
        canvas.fillArc(
          x: card.x, y: card.y, radii: 0...(width + height), share: share, RGBA(colors.pie),
          in: strip)
        continue
      }
      canvas.draw(in: strip) { x, y in
        let (column, row) = (Int(x - box.x), Int((y - box.y) / cellHeight))
        return turn(column: column, row: row) < share ? RGBA(colors.pie) : .clear
      }
    }
  }

  /// Draws what is left of a bonus as a gauge, the last column of a card that is too low for more, and a rim
  /// opposite: their cells have a colour left for the gap below.
  private func drawGauge(
    _ share: Float, _ rim: RGBA, of card: RoundedBox, on canvas: inout Canvas
  ) {
    let box = card.box()
    canvas.draw(in: SIMD4(box.x, box.y, box.x + 1, box.w)) { _, _ in rim }
    let rows = (height / cellHeight).rounded(.up)
    canvas.draw(in: SIMD4(box.z - 1, box.y, box.z, box.w)) { _, y in
      let below = rows - 1 - ((y - box.y) / cellHeight).rounded(.down)
      return below < share * rows ? RGBA(colors.pie) : rim
    }
  }

  /// Where a cell of the card is as seen from its middle: the part of a turn clockwise from 12 o'clock,
  /// where the bonus ends, so that the cell there counts by its right half.
  func turn(column: Int, row: Int) -> Float {
    let isAtNoon = abs(Float(column) + 0.5 - width / 2) < 0.01
    let (x, y) = (
      Float(column) + (isAtNoon ? 0.75 : 0.5) - width / 2,
      (Float(row) + 0.5) * cellHeight - height / 2
    )
    let turn = atan2f(x, -y) / (2 * .pi)
    return turn < 0 ? turn + 1 : turn
  }

  /// Draws only a face's picture.
  ///
  /// That takes far longer than the rest of the face, and can be reused while the pie drains.
  func layer(_ picture: FacePicture) -> Pixels {
    texture {
      draw(picture, on: &$0, $1)
    } finish: { canvas in
      // Drawn shapes, of a single colour each, are told apart by their smooth edges.
      if !raster.isFine, colors.isFlat || picture.isEmoji {
        canvas.pixels.settleSquares(
          of: Int(Texture.fineness), outline: RGBA(colors.isFlat ? colors.faceRim : colors.faceInk),
          shades: colors.isFlat ? 6 : nil)
      } else {
        canvas.pixels.outlinePaleEdges(RGBA(colors.faceInk))
      }
    }.pixels
  }

  /// An emoji's share of a card's width.
  private static let emojiShare: Float = 0.9

  private func draw(_ picture: FacePicture, on canvas: inout Canvas, _ card: RoundedBox) {
    switch picture {
    case .emoji(let emoji):
      // Within the bonus on both sides.
      let paper = width - 2 * bonusEdge.x
      // A low card's paper is wider than high.
      let high = (height - footer.emoji - 2 * bonusEdge.y) * Self.emojiShare * EmojiAtlas.ratio
      let pictureWidth = min(width * Self.emojiShare, paper, high)
      // The large picture is worth it only with enough pixels.
      let size: EmojiAtlas.Size =
        raster.isFine ? .fine : pictureWidth * Float(raster.across) > 12 ? .large : .small
      guard let picture = EmojiAtlas.standard.picture(emoji, size) else { return }
      let pictureHeight = pictureWidth * Float(size.height) / Float(size.width)
      let middle = card.y - footer.emoji / 2
      let box = RoundedBox(
        x: card.x, y: middle, width: pictureWidth, height: pictureHeight, radius: 0)
      canvas.draw(picture, in: box.box())
    case .shape(let shape):
      let room = height - (footer.shape > 0 ? footer.shape + pixel.y : 0)
      let middle = card.y - (height - room) / 2 + (footer.shape > 0 ? pixel.y / 2 : 0)
      canvas.fill(
        shape, x: card.x, y: middle, radius: min(width * 0.36, room * 0.4), on: RGBA(colors.face))
    }
  }

  /// Paints a texture and cuts off everything outside its round corners, in whole pixels.
  ///
  /// - Parameters:
  ///   - layer: a picture to draw over what is painted.
  ///   - paint: paints it.
  ///   - finish: what is done to its pixels then; nil to settle them in large pixels of few colours.
  /// - Returns: the texture.
  func texture(
    under layer: Pixels? = nil, _ paint: (inout Canvas, RoundedBox) -> Void,
    finish: ((inout Canvas) -> Void)? = nil
  ) -> Texture {
    Texture(width: width, height: height, on: raster, cellHeight: cellHeight) { canvas in
      let card = RoundedBox(
        x: canvas.width / 2, y: canvas.height / 2, width: width, height: height, radius: radius)
      paint(&canvas, card)
      if let finish {
        finish(&canvas)
      } else if colors.isFlat, !raster.isFine {
        canvas.settle(pixels: Int(Texture.fineness))
      }
      if let layer { canvas.pixels.draw(layer, x: 0, y: 0) }
      raster.isFine
        ? canvas.cutSmoothly(to: card) : canvas.cut(to: card, pixels: Int(Texture.fineness))
    }
  }
}
