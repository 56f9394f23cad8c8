// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The pose of a flat item: turned about its vertical axis, spun in the plane of the table, and
/// scaled.
///
/// Lengths are in units of the canvas: one is a cell's width.
package struct Pose: Hashable, Sendable {
  /// The horizontal position of its centre.
  package var x: Float
  /// The vertical position of its centre, downwards.
  package var y: Float
  /// Rotation about its vertical axis in degrees; positive angles push the right edge away.
  package var turn: Float = 0
  /// Rotation in the plane in degrees, clockwise.
  package var spin: Float = 0
  /// The scale; 1 is its natural size.
  package var scale: Float = 1
  /// The height above the table: 0 is on it, 1 is the height of flying cards.
  package var lift: Float = 0

  /// A pose at a point.
  package init(
    x: Float, y: Float, turn: Float = 0, spin: Float = 0, scale: Float = 1, lift: Float = 0
  ) {
    self.x = x
    self.y = y
    self.turn = turn
    self.spin = spin
    self.scale = scale
    self.lift = lift
  }

  /// Whether an item lies on the table as it is.
  package var liesFlat: Bool { isStraight && scale == 1 && lift == 0 }

  /// Whether it is neither turned nor spun.
  var isStraight: Bool { turn == 0 && spin == 0 }

  /// The strength of the perspective; 1 is SwiftUI's default.
  package static let perspective: Float = 0.3

  /// Its brightness: darker when turned away, less so towards the light on the left.
  package var light: Float {
    let sine = sinf(turn * .pi / 180)
    let isFace = foreshortening >= 0
    return 1 - (sine * (isFace ? 1 : -1) > 0 ? 0.26 : 0.14) * abs(sine)
  }

  /// Its apparent width before perspective: 1 from the front, -1 from behind.
  package var foreshortening: Float { cosf(turn * .pi / 180) }

  /// The mapping from canvas units to points on an item, relative to its centre; nil while it is
  /// edge-on and too thin to see.
  package func inverse(width: Float, height: Float) -> Homography? {
    let (cosTurn, sinTurn) = (foreshortening, sinf(turn * .pi / 180))
    guard abs(cosTurn) > 0.01, scale > 0.01 else { return nil }
    let (cosSpin, sinSpin) = (cosf(spin * .pi / 180) / scale, sinf(spin * .pi / 180) / scale)
    // The turn sees (u, v) at (u cos, v) / (1 + u sin k); solved for u and v.
    let k = sinTurn * Self.perspective / max(width, height)
    let unspun = (
      SIMD3<Float>(cosSpin, sinSpin, -x * cosSpin - y * sinSpin),
      SIMD3<Float>(-sinSpin, cosSpin, x * sinSpin - y * cosSpin)
    )
    return Homography(
      u: unspun.0, v: unspun.1 * cosTurn,
      w: SIMD3<Float>(0, 0, cosTurn) - unspun.0 * k)
  }

  /// The bounding box of an item (left, top, right, bottom in units), extended by a margin.
  package func box(width: Float, height: Float, margin: Float = 0) -> SIMD4<Float> {
    let (cosTurn, sinTurn) = (foreshortening, sinf(turn * .pi / 180))
    let (cosSpin, sinSpin) = (cosf(spin * .pi / 180) * scale, sinf(spin * .pi / 180) * scale)
    var box = SIMD4<Float>(x, y, x, y)
    for (right, down) in [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)] as [(Float, Float)] {
      let (u, v) = (right * width, down * height)
      let depth = 1 + u * sinTurn * Self.perspective / max(width, height)
      let seen = (u * cosTurn / depth, v / depth)
      let place = (
        x + seen.0 * cosSpin - seen.1 * sinSpin, y + seen.0 * sinSpin + seen.1 * cosSpin
      )
      box = SIMD4(
        min(box.x, place.0), min(box.y, place.1), max(box.z, place.0), max(box.w, place.1))
    }
    return box + SIMD4(-margin, -margin, margin, margin)
  }
}

/// A projective mapping of the plane, which keeps straight lines straight.
package struct Homography: Hashable, Sendable {
  /// The coefficients of x, y and 1 for u, before the division.
  package var u: SIMD3<Float>
  /// The coefficients for v, before the division.
  package var v: SIMD3<Float>
  /// The coefficients for the divisor.
  package var w: SIMD3<Float>

  /// Maps a point.
  @inline(__always)
  package func callAsFunction(x: Float, y: Float) -> (u: Float, v: Float) {
    let share = 1 / (w.x * x + w.y * y + w.z)
    return ((u.x * x + u.y * y + u.z) * share, (v.x * x + v.y * y + v.z) * share)
  }
}
