// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A straight pen stroke of a letter or digit, on a grid of four by six.
package struct Stroke: Hashable, Sendable {
  /// Where it begins.
  package let from: SIMD2<Float>
  /// Where it ends.
  package let to: SIMD2<Float>

  /// The distance of a point from the stroke.
  package func distance(to place: SIMD2<Float>) -> Float {
    let (along, offset) = (to - from, place - from)
    let length = (along * along).sum()
    let share = length > 0 ? min(max((along * offset).sum() / length, 0), 1) : 0
    let rest = offset - along * share
    return (rest * rest).sum().squareRoot()
  }

  /// The strokes along polylines.
  package static func lines(_ paths: [[(Float, Float)]]) -> [Stroke] {
    paths.flatMap { path in
      zip(path, path.dropFirst()).map { from, to in
        Stroke(from: SIMD2(from.0, from.1), to: SIMD2(to.0, to.1))
      }
    }
  }
}
