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
    let origin = SIMD2<Float>(whole.x - 2 * scale, whole.y - 3 * scale)
    let coverage = canvas.coverage
    let ink = RGBA(ink(of: index))
    guard let strokes = strokes[all[index]] else { return }
    canvas.draw(in: whole.box()) { x, y in
      let place = (SIMD2(x, y) - origin) / scale
      let distance = strokes.reduce(Float.infinity) { min($0, $1.distance(to: place)) }
      return ink.faded(to: coverage((distance - 0.55) * scale, across: 0.707, down: 0.707))
    }
  }

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
    "W": Stroke.lines([[(0.1, 0.5), (1.1, 5.5), (2, 2), (2.9, 5.5), (3.9, 0.5)]]),
    "N": Stroke.lines([[(0.5, 5.5), (0.5, 0.5), (3.5, 5.5), (3.5, 0.5)]]),
  ]
}
