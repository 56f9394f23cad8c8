// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

/// The letters on the title's cards.
enum TitleLetter {
  /// The letters, one per card.
  static let all: [Character] = Array("FACEDOWN")

  /// The colour of a letter by its index, `0xRRGGBB`.
  static func ink(of index: Int) -> UInt32 { index < 4 ? 0x1d2a33 : 0xb3262e }

  /// Whether cards of a shape have too few pixels for letters, which are then drawn as characters.
  static func isTooLarge(for card: CardArt, _ blocks: Blocks) -> Bool {
    card.width * Float(blocks.across) < 8
  }

  /// Draws the front of the card with a letter by its index.
  static func draw(
    _ index: Int, _ card: CardArt, _ colors: PictureColors, on canvas: inout Canvas
  ) {
    let whole = RoundedBox(
      x: canvas.width / 2, y: canvas.height / 2, width: card.width, height: card.height,
      radius: card.radius)
    canvas.fill(whole, RGBA(colors.faceRim))
    canvas.fill(whole.inset(by: max(card.width * 0.03, 0.3)), RGBA(colors.face))
    let scale = card.width * 0.62 / 4
    // A pixel's height: textures of blocks are finer than these.
    let pixel = (card.isFine ? 1 : Texture.fineness) / canvas.down
    let lines = Lines(scale: scale, height: card.height, pixel: pixel)
    let coverage = canvas.coverage
    let ink = RGBA(ink(of: index))
    guard let strokes = strokes[all[index]] else { return }
    canvas.draw(in: whole.box()) { x, y in
      let place = SIMD2((x - whole.x) / scale + 2, (y - whole.y - lines.offset) / lines.scale + 3)
      let distance = strokes.reduce(Float.infinity) { min($0, $1.distance(to: place)) }
      return ink.faded(to: coverage((distance - width) * scale, across: 0.707, down: 0.707))
    }
  }

  /// A letter's vertical measures: its three horizontal lines, at the top, in the middle and at the
  /// bottom, lie alike on whole pixels.
  private struct Lines {
    /// Units per unit of a letter.
    let scale: Float
    /// The middle line below the card's middle, in units.
    let offset: Float

    /// The distance of two lines in units of a letter.
    private static let distance: Float = 2.5

    /// The measures of letters of about a scale on a card.
    init(scale: Float, height: Float, pixel: Float) {
      let step = max((Self.distance * scale / pixel).rounded(), 1)
      self.scale = step * pixel / Self.distance
      // The card's middle is the edge of a pixel or the middle of one, and so should be the line's.
      func isOdd(_ length: Float) -> Bool { Int((length / pixel).rounded()) % 2 == 1 }
      offset = isOdd(height) == isOdd(2 * width * scale) ? 0 : -pixel / 2
    }
  }

  /// Half the width of a line, in units of a letter.
  private static let width: Float = 0.55

  private static let strokes: [Character: [Stroke]] = [
    "F": Stroke.lines([[(3.5, 0.5), (0.7, 0.5), (0.7, 5.5)], [(0.7, 3), (2.9, 3)]]),
    "A": Stroke.lines([[(0.3, 5.5), (2, 0.5), (3.7, 5.5)], [(1, 3.8), (3, 3.8)]]),
    "C": Stroke.lines([
      [
        (3.5, 1.4), (2.7, 0.5), (1.4, 0.5), (0.5, 1.5), (0.5, 4.5), (1.4, 5.5), (2.7, 5.5),
        (3.5, 4.6),
      ]
    ]),
    "E": Stroke.lines([[(3.5, 0.5), (0.7, 0.5), (0.7, 5.5), (3.5, 5.5)], [(0.7, 3), (2.9, 3)]]),
    "D": Stroke.lines([
      [(0.6, 0.5), (2.1, 0.5), (3.5, 1.8), (3.5, 4.2), (2.1, 5.5), (0.6, 5.5), (0.6, 0.5)]
    ]),
    "O": Stroke.lines([
      [
        (1.4, 0.5), (2.6, 0.5), (3.5, 1.5), (3.5, 4.5), (2.6, 5.5), (1.4, 5.5), (0.5, 4.5),
        (0.5, 1.5), (1.4, 0.5),
      ]
    ]),
    "W": Stroke.lines([[(0.2, 0.5), (0.8, 5.5), (2, 2.9), (3.2, 5.5), (3.8, 0.5)]]),
    "N": Stroke.lines([[(0.5, 5.5), (0.5, 0.5), (3.5, 5.5), (3.5, 0.5)]]),
  ]
}
