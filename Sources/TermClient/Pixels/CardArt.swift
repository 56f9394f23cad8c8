// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Draws the two sides of cards as textures.
///
/// A texture serves until the window's size changes, a face with a pie until the pie does; keep
/// them.
struct CardArt: Hashable, Sendable {
  /// The colour of a back.
  enum Back: CaseIterable, Sendable {
    case red
    case blue

    fileprivate var rim: RGBA { RGBA(self == .red ? 0xdd5a45 : 0x4a84cf) }
    fileprivate var panel: RGBA { RGBA(self == .red ? 0xa82c34 : 0x1f4b8f) }
    fileprivate var pattern: RGBA { RGBA(self == .red ? 0xe58a63 : 0x86b6ec) }
  }

  /// Its width in units.
  let width: Float
  /// Its height in units.
  let height: Float
  /// The radius of its corners.
  let radius: Float

  private let blocks: Blocks
  private let cellHeight: Float

  /// Cards of a width in units, half as high again, for a canvas of the same blocks and cells.
  ///
  /// Both are rounded to whole pixels: cards at rest have sharp edges then (`Canvas.aligned`).
  init(width: Float, for blocks: Blocks, cellHeight: Float = 2) {
    precondition(width > 0, "A card of width \(width) cannot be seen.")
    let (across, down) = (Float(blocks.across), Float(blocks.down) / cellHeight)
    self.width = max((width * across).rounded(), 1) / across
    height = max((width * 1.5 * down).rounded(), 1) / down
    radius = width * 0.11
    self.blocks = blocks
    self.cellHeight = cellHeight
  }

  /// The back: a rim, a panel, and lozenges in staggered rows.
  func back(_ back: Back) -> Texture {
    texture { canvas, card in
      canvas.fill(card, back.rim)
      let panel = card.inset(by: max(width * 0.085, 0.8))
      canvas.fill(panel, back.panel)
      // Whole lozenges only, four across and one less in the rows between, in steps of whole pixels
      // of the canvas: one of another size than its neighbours would look like a mistake.
      let (pixelX, pixelY) = (Texture.fineness / canvas.across, Texture.fineness / canvas.down)
      let step = (
        max((panel.width / 4.6 / pixelX / 2).rounded(), 1) * 2 * pixelX,
        max((panel.height / 7.6 / pixelY).rounded(), 1) * pixelY
      )
      let size = min(step.0, step.1) * 0.48
      let coverage = canvas.coverage
      canvas.draw(in: panel.box()) { x, y in
        let row = ((y - panel.y) / step.1).rounded()
        let isOdd = Int(row) & 1 != 0
        let shift: Float = isOdd ? 0 : 0.5
        let column = ((x - panel.x) / step.0 - shift).rounded()
        guard abs(row) <= 3, abs(column + shift) <= (isOdd ? 1 : 1.5) else { return .clear }
        let right = abs(x - panel.x - (column + shift) * step.0)
        let below = abs(y - panel.y - row * step.1)
        let covered = coverage((right + below - size) * 0.707, across: 0.707, down: 0.707)
        return back.pattern.faded(to: covered * 0.9)
      }
    }
  }

  /// The face: white, with what is left of the bonus as a pie behind the picture.
  ///
  /// - Parameters:
  ///   - emoji: the picture; one the atlas lacks leaves the card white, for letters to be put there.
  ///   - pie: what is left, 0...1; nil for none.
  ///   - isMatched: whether the card has found its mate, which is seen by its green.
  /// - Returns: the face as a texture, to be kept.
  func face(_ emoji: String?, pie: Double? = nil, isMatched: Bool = false) -> Texture {
    texture { canvas, card in
      canvas.fill(card, RGBA(isMatched ? 0x86c88a : 0xcfc7b2))
      canvas.fill(
        card.inset(by: max(width * 0.03, 0.3)), RGBA(isMatched ? 0xe9f8e2 : 0xfdfaf2))
      if let pie {
        canvas.fillArc(
          x: card.x, y: card.y, radii: 0...(width * 0.41), share: Float(pie),
          RGBA(0xf2a93b, alpha: 0.55))
      }
      let pictureWidth = width * 0.88
      // The finer picture pays only where there are pixels for it.
      let size: EmojiAtlas.Size = pictureWidth * Float(blocks.across) > 12 ? .large : .small
      if let emoji, let picture = EmojiAtlas.standard.picture(emoji, size) {
        let pictureHeight = pictureWidth * Float(size.height) / Float(size.width)
        canvas.draw(
          picture,
          in: SIMD4(
            card.x - pictureWidth / 2, card.y - pictureHeight / 2, card.x + pictureWidth / 2,
            card.y + pictureHeight / 2))
      }
    }
  }

  private func texture(_ paint: (inout Canvas, RoundedBox) -> Void) -> Texture {
    Texture(width: width, height: height, for: blocks, cellHeight: cellHeight) { canvas in
      let card = RoundedBox(
        x: canvas.width / 2, y: canvas.height / 2, width: width, height: height, radius: radius)
      paint(&canvas, card)
    }
  }
}

extension Canvas {
  /// Draws a picture into a box (left, top, right, bottom in units), the mean of what falls into
  /// each pixel; sixteen samples each, for textures rather than for frames.
  mutating func draw(_ picture: Pixels, in box: SIMD4<Float>) {
    let scale = (
      Float(picture.width) / (box.z - box.x), Float(picture.height) / (box.w - box.y)
    )
    let (stepX, stepY) = (0.25 / across, 0.25 / down)
    draw(in: box) { x, y in
      var sum = SIMD4<Float>.zero
      for i in 0..<4 {
        for j in 0..<4 {
          let (right, below) = (x + (Float(i) - 1.5) * stepX, y + (Float(j) - 1.5) * stepY)
          sum += picture.sample(x: (right - box.x) * scale.0, y: (below - box.y) * scale.1)
        }
      }
      return RGBA(mixed: sum / 16)
    }
  }
}
