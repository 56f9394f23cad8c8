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
    let offset = offset(of: place)
    return (offset * offset).sum().squareRoot()
  }

  /// A distance that gives a vertical or horizontal stroke square ends.
  package func squareDistance(to place: SIMD2<Float>) -> Float {
    guard from.x == to.x || from.y == to.y else { return distance(to: place) }
    let offset = offset(of: place)
    return max(abs(offset.x), abs(offset.y))
  }

  /// The offset of a point from the nearest one of the stroke.
  private func offset(of place: SIMD2<Float>) -> SIMD2<Float> {
    let (along, offset) = (to - from, place - from)
    let length = (along * along).sum()
    let share = length > 0 ? min(max((along * offset).sum() / length, 0), 1) : 0
    return offset - along * share
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
