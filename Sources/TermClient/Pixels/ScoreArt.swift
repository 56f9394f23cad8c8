// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

/// Draws flying scores as textures: a sign and digits of round strokes, with a shadow; gains and
/// losses have their own colours.
struct ScoreArt: Hashable, Sendable {
  /// The digits' height in units.
  let height: Float

  private let raster: CellRaster
  private let cellHeight: Float
  private let colors: PictureColors

  /// Scores with digits `height` units high, for a canvas with the same blocks and cell height.
  init(
    height: Float, for blocks: Blocks, cellHeight: Float = 2, _ colors: PictureColors = .standard
  ) {
    self.init(height: height, on: CellRaster(blocks), cellHeight: cellHeight, colors)
  }

  /// Scores for cells of a raster.
  init(height: Float, on raster: CellRaster, cellHeight: Float, _ colors: PictureColors) {
    precondition(height > 0, "The height of digits must be positive, not \(height).")
    self.height = height
    self.raster = raster
    self.cellHeight = cellHeight
    self.colors = colors
  }

  /// The size in units of a score's texture.
  func size(of score: Int) -> SIMD2<Float> {
    Self.extent(of: score, height: height) + height * 0.6
  }

  /// The extent of a score's strokes for digits of a height, in units.
  static func extent(of score: Int, height: Float) -> SIMD2<Float> {
    SIMD2(starts(of: score).end * height / 6, height)
  }

  /// The left edge of each character, and the right edge of the last one, in sixths of the height.
  ///
  /// Widths are proportional, gaps equal.
  private static func starts(of score: Int) -> (starts: [Float], end: Float) {
    var starts: [Float] = []
    var end = -gap
    for character in characters(of: score) {
      starts.append(end + gap)
      end += gap + (widths[character] ?? 0)
    }
    return (starts, end)
  }

  private static func characters(of score: Int) -> [Character] {
    [score < 0 ? "-" : "+"] + Array(String(score.magnitude))
  }

  /// Half the stroke width, in sixths of the height.
  private static let halfStroke: Float = 0.62
  /// The gap between characters, in sixths of the height.
  private static let gap: Float = 0.8
  /// The horizontal extent of each character's strokes, including half a stroke on each side.
  private static let extents: [Character: ClosedRange<Float>] = strokes.mapValues { strokes in
    let places = strokes.flatMap { [$0.from.x, $0.to.x] }
    return ((places.min() ?? 0) - halfStroke)...((places.max() ?? 0) + halfStroke)
  }
  private static let widths = extents.mapValues { $0.upperBound - $0.lowerBound }

  /// A score's text, always with its sign.
  func texture(_ score: Int) -> Texture {
    let characters = Self.characters(of: score)
    let strokes = characters.map { Self.strokes[$0] ?? [] }
    let (starts, end) = Self.starts(of: score)
    let lefts = zip(starts, characters).map { $0 - (Self.extents[$1]?.lowerBound ?? 0) }
    let scale = height / 6
    let thickness = Self.halfStroke * scale
    let color = RGBA(score < 0 ? colors.loss : colors.gain)
    let size = size(of: score)
    return Texture(width: size.x, height: size.y, on: raster, cellHeight: cellHeight) { canvas in
      let (left, upper) = (
        (canvas.width - end * scale) / 2, (canvas.height - height) / 2
      )
      let coverage = canvas.coverage
      let whole = SIMD4<Float>(0, 0, canvas.width, canvas.height)
      func distance(_ x: Float, _ y: Float) -> Float {
        let place = SIMD2<Float>(x - left, y - upper) / scale
        // The character's own strokes and, in a gap, those of its neighbours.
        let index = starts.lastIndex { $0 <= place.x } ?? 0
        var least = Float.infinity
        for near in max(index - 1, 0)...min(index + 1, strokes.count - 1) {
          let local = SIMD2(place.x - lefts[near], place.y)
          least = strokes[near].reduce(least) { min($0, $1.distance(to: local)) }
        }
        return least * scale
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
        return color.mixed(with: RGBA(0xffffff), shine * 0.35).faded(to: covered)
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
