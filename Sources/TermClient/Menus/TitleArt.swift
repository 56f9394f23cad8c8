// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

/// The title's cards as textures: the letters, the back, and faces shown for a moment.
struct TitleArt: Sendable {
  /// The title's letters, one per card.
  static let letters: [Character] = Array("FACEDOWN")

  /// The cards' shape.
  let card: CardArt
  /// The common back.
  let back: Texture
  /// The fronts, in the order of the letters.
  let fronts: [Texture]
  /// Whether cards have too few pixels for letters, which are then drawn as characters.
  let isSmall: Bool
  private var faces: [String: Texture] = [:]

  /// Draws all cards, `width` units wide.
  init(width: Float, for blocks: Blocks, cellHeight: Float, _ colors: PictureColors) {
    let card = CardArt(width: width, for: blocks, cellHeight: cellHeight, colors)
    self.card = card
    back = card.back()
    let isSmall = card.width * Float(blocks.across) < 8
    self.isSmall = isSmall
    fronts = Self.letters.enumerated().map { index, letter in
      Texture(width: card.width, height: card.height, for: blocks, cellHeight: cellHeight) {
        Self.draw(isSmall ? " " : letter, Self.ink(of: index), card, colors, on: &$0)
      }
    }
  }

  /// A front with an emoji, created on first use.
  mutating func face(_ emoji: String) -> Texture {
    if let face = faces[emoji] { return face }
    let face = card.face(.emoji(emoji))
    faces[emoji] = face
    return face
  }

  /// The colour of a letter, `0xRRGGBB`.
  static func ink(of index: Int) -> UInt32 { index < 4 ? 0x1d2a33 : 0xb3262e }

  private static func draw(
    _ letter: Character, _ ink: UInt32, _ card: CardArt, _ colors: PictureColors,
    on canvas: inout Canvas
  ) {
    let whole = RoundedBox(
      x: canvas.width / 2, y: canvas.height / 2, width: card.width, height: card.height,
      radius: card.radius)
    canvas.fill(whole, RGBA(colors.faceRim))
    canvas.fill(whole.inset(by: max(card.width * 0.03, 0.3)), RGBA(colors.face))
    let scale = card.width * 0.62 / 4
    let origin = SIMD2<Float>(whole.x - 2 * scale, whole.y - 3 * scale)
    let coverage = canvas.coverage
    let ink = RGBA(ink)
    guard let strokes = strokes[letter] else { return }
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
