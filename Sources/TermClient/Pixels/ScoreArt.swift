// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Draws scores as textures, to fly: a sign and digits of round strokes, with a shadow; more and less
/// have their own colours.
struct ScoreArt: Hashable, Sendable {
  /// The digits' height in units.
  let height: Float

  private let blocks: Blocks
  private let cellHeight: Float
  private let colours: PictureColours

  /// Scores whose digits are `height` units high, for a canvas of the same blocks and cells.
  init(
    height: Float, for blocks: Blocks, cellHeight: Float = 2, _ colours: PictureColours = .standard
  ) {
    precondition(height > 0, "Digits of height \(height) cannot be seen.")
    self.height = height
    self.blocks = blocks
    self.cellHeight = cellHeight
    self.colours = colours
  }

  /// The size in units of a score's texture.
  func size(of score: Int) -> SIMD2<Float> {
    let digits = String(score.magnitude).count + 1
    let (scale, margin) = (height / 6, height * 0.3)
    return SIMD2((5.6 * Float(digits) - 1.6) * scale + 2 * margin, height + 2 * margin)
  }

  /// A score with its sign, always shown.
  func texture(_ score: Int) -> Texture {
    let sign: Character = score < 0 ? "-" : "+"
    let strokes = ([sign] + Array(String(score.magnitude))).map { Self.strokes[$0] ?? [] }
    let scale = height / 6
    let advance = 5.6 * scale
    let thickness = 0.62 * scale
    let colour = RGBA(score < 0 ? colours.loss : colours.gain)
    let size = size(of: score)
    return Texture(width: size.x, height: size.y, for: blocks, cellHeight: cellHeight) { canvas in
      let (left, upper) = (
        (canvas.width - advance * Float(strokes.count) + 1.6 * scale) / 2,
        (canvas.height - height) / 2
      )
      let coverage = canvas.coverage
      let whole = SIMD4<Float>(0, 0, canvas.width, canvas.height)
      func distance(_ x: Float, _ y: Float) -> Float {
        let place = (x - left) / advance
        let index = min(max(Int(place), 0), strokes.count - 1)
        let local = SIMD2<Float>(x - left - Float(index) * advance, y - upper) / scale
        return strokes[index].reduce(.infinity) { min($0, $1.distance(to: local)) } * scale
      }
      // A dark edge all around, heavier below right, keeps it legible over anything.
      canvas.draw(in: whole) { x, y in
        let away = min(
          distance(x, y) - thickness, distance(x - 0.35, y - 0.5) - thickness - 0.1)
        return RGBA(0x061512, alpha: 0.78 * min(max(1 - away / (0.16 * height), 0), 1))
      }
      canvas.draw(in: whole) { x, y in
        let covered = coverage(distance(x, y) - thickness, across: 0.707, down: 0.707)
        let shine = 1 - min(max((y - upper) / height, 0), 1)
        return colour.mixed(with: RGBA(0xffffff), shine * 0.35).faded(to: covered)
      }
    }
  }

  private static let strokes: [Character: [Stroke]] = [
    "+": Stroke.lines([[(0.4, 3), (3.6, 3)], [(2, 1.4), (2, 4.6)]]),
    "-": Stroke.lines([[(0.4, 3), (3.6, 3)]]),
    "0": Stroke.lines([
      [
        (1.3, 0.5), (2.7, 0.5), (3.5, 1.4), (3.5, 4.6), (2.7, 5.5), (1.3, 5.5), (0.5, 4.6),
        (0.5, 1.4), (1.3, 0.5),
      ]
    ]),
    "1": Stroke.lines([[(0.9, 1.5), (2.1, 0.5), (2.1, 5.5)], [(0.9, 5.5), (3.3, 5.5)]]),
    "2": Stroke.lines([
      [
        (0.6, 1.4), (1.3, 0.5), (2.7, 0.5), (3.4, 1.3), (3.4, 2.2), (0.6, 5.4), (3.5, 5.5),
      ]
    ]),
    "3": Stroke.lines([
      [
        (0.6, 1.1), (1.3, 0.5), (2.7, 0.5), (3.4, 1.2), (3.4, 2.1), (2.6, 2.9), (1.6, 2.9),
      ],
      [(2.6, 2.9), (3.5, 3.7), (3.5, 4.7), (2.7, 5.5), (1.3, 5.5), (0.5, 4.8)],
    ]),
    "4": Stroke.lines([[(2.9, 5.5), (2.9, 0.5), (0.4, 4), (3.7, 4)]]),
    "5": Stroke.lines([
      [
        (3.3, 0.5), (0.8, 0.5), (0.6, 2.8), (2.5, 2.6), (3.5, 3.4), (3.5, 4.6), (2.6, 5.5),
        (1.3, 5.5), (0.5, 4.8),
      ]
    ]),
    "6": Stroke.lines([
      [
        (3.2, 0.9), (2.5, 0.5), (1.5, 0.5), (0.6, 1.6), (0.5, 4.6), (1.3, 5.5), (2.7, 5.5),
        (3.5, 4.6), (3.5, 3.6), (2.7, 2.8), (1.4, 2.8), (0.6, 3.6),
      ]
    ]),
    "7": Stroke.lines([[(0.5, 0.5), (3.5, 0.5), (1.7, 5.5)]]),
    "8": Stroke.lines([
      [
        (1.4, 0.5), (2.6, 0.5), (3.3, 1.1), (3.3, 2.1), (2.6, 2.8), (1.4, 2.8), (0.7, 2.1),
        (0.7, 1.1), (1.4, 0.5),
      ],
      [
        (1.4, 2.8), (0.5, 3.6), (0.5, 4.7), (1.3, 5.5), (2.7, 5.5), (3.5, 4.7), (3.5, 3.6),
        (2.6, 2.8),
      ],
    ]),
    "9": Stroke.lines([
      [
        (0.8, 5.1), (1.5, 5.5), (2.5, 5.5), (3.4, 4.4), (3.5, 1.4), (2.7, 0.5), (1.3, 0.5),
        (0.5, 1.4), (0.5, 2.4), (1.3, 3.2), (2.6, 3.2), (3.4, 2.4),
      ]
    ]),
  ]
}
