// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where and how a flat thing is held: turned about its upright middle, spun in the plane of the
/// table, larger or smaller.
///
/// Lengths are in units of the canvas: one is a cell's width.
struct Pose: Hashable, Sendable {
  /// Where its middle is, to the right.
  var x: Float
  /// Where its middle is, downwards.
  var y: Float
  /// How far it is turned about its upright middle, in degrees; a positive angle pushes the right
  /// edge away.
  var turn: Float = 0
  /// How far it is spun clockwise, in degrees.
  var spin: Float = 0
  /// How large it is: 1 as it is.
  var scale: Float = 1
  /// How high above the table it is held: 0 on it, 1 as high as cards fly.
  var lift: Float = 0

  /// Whether it is neither turned nor spun.
  var isStraight: Bool { turn == 0 && spin == 0 }

  /// How strong the foreshortening of a turn is, where 1 is SwiftUI's default.
  static let perspective: Float = 0.3

  /// How much light it has: turned away it is darker, towards the light from the left less so.
  var light: Float {
    let sine = sinf(turn * .pi / 180)
    let isFace = foreshortening >= 0
    return 1 - (sine * (isFace ? 1 : -1) > 0 ? 0.26 : 0.14) * abs(sine)
  }

  /// How wide it seems, turned, before perspective: 1 seen from in front, -1 from behind.
  var foreshortening: Float { cosf(turn * .pi / 180) }

  /// From a canvas's units to places on a thing of a width and height, from its middle; nil while
  /// it is seen from its edge, too thin to be seen.
  func inverse(width: Float, height: Float) -> Homography? {
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

  /// The smallest box around a thing of a width and height, grown by a margin: left, top, right and
  /// bottom in units.
  func box(width: Float, height: Float, margin: Float = 0) -> SIMD4<Float> {
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

/// A change of place that keeps straight lines straight.
struct Homography: Hashable, Sendable {
  /// What x, y and 1 count for in u, before the division.
  var u: SIMD3<Float>
  /// What they count for in v, before the division.
  var v: SIMD3<Float>
  /// What they count for in the divisor.
  var w: SIMD3<Float>

  /// Where a place goes.
  @inline(__always)
  func callAsFunction(x: Float, y: Float) -> (u: Float, v: Float) {
    let share = 1 / (w.x * x + w.y * y + w.z)
    return ((u.x * x + u.y * y + u.z) * share, (v.x * x + v.y * y + v.z) * share)
  }
}
