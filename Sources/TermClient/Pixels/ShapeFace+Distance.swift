// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import MatchUI

// Signed distances to outlines within the unit circle (Quilez, "2D distance functions"): negative
// inside, and exact or nearly so close to the edge, where it matters.

extension ShapeFace.Outline {
  /// The signed distance of a point, negative inside.
  func distance(to place: SIMD2<Float>) -> Float {
    let mirrored = SIMD2(abs(place.x), place.y)
    switch self {
    case .disc: return length(place) - 0.92
    case .square: return max(abs(place.x), abs(place.y)) - 0.8
    case .diamond: return (abs(place.x) * 1.25 + abs(place.y) - 1) / 1.6
    case .triangle: return max(mirrored.x * 0.866 - place.y * 0.5 - 0.46, place.y - 0.66)
    case .cross:
      let (long, short) = (max(mirrored.x, abs(place.y)), min(mirrored.x, abs(place.y)))
      return max(long - 0.9, short - 0.4)
    case .star: return Self.star(mirrored)
    case .heart: return Self.heart(SIMD2(mirrored.x, 0.62 - place.y) / 1.12) * 1.12
    case .moon:
      return max(length(place) - 0.92, 0.6 - length(place - SIMD2(0.52, -0.16)))
    }
  }

  /// A five-pointed star: the plane is folded until one edge is left.
  private static func star(_ mirrored: SIMD2<Float>) -> Float {
    let (first, second) = (SIMD2<Float>(0.809017, -0.587785), SIMD2<Float>(-0.809017, -0.587785))
    var place = SIMD2(mirrored.x, -mirrored.y)
    place -= 2 * max((first * place).sum(), 0) * first
    place -= 2 * max((second * place).sum(), 0) * second
    place.x = abs(place.x)
    place.y -= 1
    let edge = SIMD2<Float>(0.587785, 0.809017) * 0.5 - SIMD2(0, 1)
    let share = min(max((place * edge).sum() / (edge * edge).sum(), 0), 1)
    let away = length(place - edge * share)
    return place.y * edge.x > place.x * edge.y ? away : -away
  }

  /// A heart of two arcs and two straight edges; its tip is at 0 and it is 1.1 high, upwards.
  private static func heart(_ place: SIMD2<Float>) -> Float {
    if place.x + place.y > 1 {
      return length(place - SIMD2(0.25, 0.75)) - 0.3535534
    }
    let tip = place - 0.5 * max(place.x + place.y, 0)
    let away = min(length(place - SIMD2(0, 1)), length(tip))
    return place.x < place.y ? -away : away
  }

}

private func length(_ place: SIMD2<Float>) -> Float {
  sqrtf((place * place).sum())
}
