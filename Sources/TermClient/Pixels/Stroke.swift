// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A straight stroke of a pen, of which letters and digits are made: on a grid of four by six.
struct Stroke: Hashable, Sendable {
  /// Where it begins.
  let from: SIMD2<Float>
  /// Where it ends.
  let to: SIMD2<Float>

  /// How far a place is from the nearest point of it.
  func distance(to place: SIMD2<Float>) -> Float {
    let (along, offset) = (to - from, place - from)
    let length = (along * along).sum()
    let share = length > 0 ? min(max((along * offset).sum() / length, 0), 1) : 0
    let rest = offset - along * share
    return (rest * rest).sum().squareRoot()
  }

  /// The strokes of a pen that goes along each path from place to place.
  static func lines(_ paths: [[(Float, Float)]]) -> [Stroke] {
    paths.flatMap { path in
      zip(path, path.dropFirst()).map { from, to in
        Stroke(from: SIMD2(from.0, from.1), to: SIMD2(to.0, to.1))
      }
    }
  }
}
