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

  /// Cards of fewer pixels across have no room for a letter of five.
  private static let fewest: Float = 7
  /// Cards of at least this many, narrower than a cell each, have letters of strokes instead of a bitmap.
  private static let fewestOfStrokes: Float = 12

  /// Cards of at least this many columns of half-blocks have letters of pixels twice as large, because strokes
  /// would be ragged there.
  static let fewestOfDoubled: Float = 12

  /// Whether cards of a shape have too few pixels for letters, which are then drawn as characters.
  static func isTooLarge(for card: CardArt, _ blocks: Blocks) -> Bool {
    card.width * Float(blocks.across) < fewest
  }

  /// Draws the front of the card with a letter by its index.
  static func draw(
    _ index: Int, _ card: CardArt, _ colors: PictureColors, on canvas: inout Canvas
  ) {
    let whole = RoundedBox(
      x: canvas.width / 2, y: canvas.height / 2, width: card.width, height: card.height,
      radius: card.radius)
    canvas.fill(
      card.isFine ? whole : whole.square, RGBA(card.isFine ? colors.faceRim : colors.face))
    if card.isFine { canvas.fill(whole.inset(by: max(card.width * 0.03, 0.3)), RGBA(colors.face)) }
    defer { if !card.isFine { canvas.cut(to: whole, pixels: Int(Texture.fineness)) } }
    let scale = card.width * 0.62 / 4
    // Textures of blocks are finer than these.
    let pixel = (card.isFine ? 1 : Texture.fineness) / SIMD2(canvas.across, canvas.down)
    let columns = card.width / pixel.x
    guard card.isFine || columns >= fewest else { return }
    let isHalfBlocks = pixel.x > 0.99
    if !card.isFine, columns < fewestOfStrokes || isHalfBlocks {
      let scale = isHalfBlocks && columns >= fewestOfDoubled ? 2 : 1
      return draw(
        BlockLetters.lines(of: all[index]) ?? [], pixel, scale, in: whole.box(),
        RGBA(ink(of: index)), on: &canvas)
    }
    let lines = Lines(scale: scale, height: card.height, pixel: pixel.y)
    // Vertical lines of whole pixels are equally wide wherever they are.
    let stem = max((2 * width * scale / pixel.x).rounded(), 1) * pixel.x
    let across = card.isFine ? scale : stem / (2 * width)
    let coverage = canvas.coverage
    let (ink, box) = (RGBA(ink(of: index)), whole.box())
    guard let strokes = strokes[all[index]] else { return }
    func distance(_ x: Float, _ y: Float) -> Float {
      let place = SIMD2((x - whole.x) / across + 2, (y - whole.y - lines.offset) / lines.scale + 3)
      let nearest = strokes.reduce(Float.infinity) {
        min($0, card.isFine ? $1.distance(to: place) : $1.squareDistance(to: place))
      }
      return nearest - width
    }
    canvas.draw(in: box) { x, y in
      if card.isFine {
        return ink.faded(to: coverage(distance(x, y) * scale, across: 0.707, down: 0.707))
      }
      // Soft edges would blur strokes of two or three large pixels: each is ink or is not.
      let column = (((x - box.x) / pixel.x).rounded(.down) + 0.5) * pixel.x
      let row = (((y - box.y) / pixel.y).rounded(.down) + 0.5) * pixel.y
      return distance(box.x + column, box.y + row) <= -0.001 ? ink : .clear
    }
  }

  /// Draws the pixels of a letter of `BlockLetters`, `scale` large, in the middle of a box.
  private static func draw(
    _ lines: [Int], _ pixel: SIMD2<Float>, _ scale: Int, in box: SIMD4<Float>, _ ink: RGBA,
    on canvas: inout Canvas
  ) {
    let columns = Int(((box.z - box.x) / pixel.x).rounded())
    let rows = Int(((box.w - box.y) / pixel.y).rounded())
    canvas.draw(in: box) { x, y in
      let left = Int((x - box.x) / pixel.x) - (columns - BlockLetters.width * scale) / 2
      let top = Int((y - box.y) / pixel.y) - (rows - lines.count * scale) / 2
      guard left >= 0, top >= 0 else { return .clear }
      let (column, row) = (left / scale, top / scale)
      guard lines.indices.contains(row), (0..<BlockLetters.width).contains(column) else {
        return .clear
      }
      return lines[row] >> (BlockLetters.width - 1 - column) & 1 == 1 ? ink : .clear
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
    "A": Stroke.lines([
      [(0.3, 5.5), (0.3, 4.9), (2, 0.5), (3.7, 4.9), (3.7, 5.5)], [(1, 3.8), (3, 3.8)],
    ]),
    "C": Stroke.lines([
      [
        (3.5, 2), (3.5, 1.5), (2.6, 0.5), (1.4, 0.5), (0.5, 1.5), (0.5, 4.5), (1.4, 5.5),
        (2.6, 5.5), (3.5, 4.5), (3.5, 4),
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
    "W": Stroke.lines([
      [(0.2, 0.5), (0.2, 1.2), (0.8, 5.5), (2, 2.9), (3.2, 5.5), (3.8, 1.2), (3.8, 0.5)]
    ]),
    "N": Stroke.lines([[(0.5, 5.5), (0.5, 0.5), (3.5, 5.5), (3.5, 0.5)]]),
  ]
}
