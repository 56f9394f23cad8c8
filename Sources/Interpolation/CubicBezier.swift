// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A cubic Bezier curve from (0, 0) to (1, 1), read as a function of x.
///
/// x(s) = 3(1-s)^2 s x1 + 3(1-s) s^2 x2 + s^3, and y(s) likewise. With both x within 0...1 x(s)
/// grows from 0 to 1, so that each x belongs to one s; y is free to overshoot.
struct CubicBezier: Hashable, Sendable {
  let x1: Double
  let y1: Double
  let x2: Double
  let y2: Double

  /// A slope steeper than this counts as vertical.
  private static let steepest = 1e9

  /// The y that belongs to `x`, and the slope there.
  ///
  /// The ends are exact. At an end where a handle has no length the slope is the limit from
  /// within; where it is vertical it is reported as 0, because there is no number for it and a
  /// spring that takes over there must not be flung away.
  func sample(at x: Double) -> Progress {
    if x <= 0 { return Progress(value: 0, velocity: Self.slopeAtStart(x1, y1, x2, y2)) }
    if x >= 1 {
      let slope = Self.slopeAtStart(1 - x2, 1 - y2, 1 - x1, 1 - y1)
      return Progress(value: 1, velocity: slope)
    }
    let s = parameter(at: x)
    let (linearY, squareY) = (3 * y1, 3 * (y2 - 2 * y1))
    let cubeY = 1 - linearY - squareY
    let (linearX, squareX) = (3 * x1, 3 * (x2 - 2 * x1))
    let cubeX = 1 - linearX - squareX
    let value = ((cubeY * s + squareY) * s + linearY) * s
    let rise = (3 * cubeY * s + 2 * squareY) * s + linearY
    let run = (3 * cubeX * s + 2 * squareX) * s + linearX
    return Progress(value: value, velocity: Self.slope(rise, run))
  }

  /// The s with x(s) = `x`, within 1e-12 in x: Newton's steps as long as they stay within a bracket
  /// that shrinks from both ends and come to a stop, halving the bracket otherwise.
  private func parameter(at x: Double) -> Double {
    let (linear, square) = (3 * x1, 3 * (x2 - 2 * x1))
    let cube = 1 - linear - square
    var (low, high, s) = (0.0, 1.0, x)
    for step in 0..<64 {
      let error = ((cube * s + square) * s + linear) * s - x
      if error == 0 { return s }
      if error > 0 { high = s } else { low = s }
      let next = s - error / ((3 * cube * s + 2 * square) * s + linear)
      if step < 12, next > low, next < high {
        if (next - s).magnitude < 1e-11 { return next }
        s = next
      } else {
        s = (low + high) / 2
      }
    }
    return s
  }

  private static func slopeAtStart(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double)
    -> Double
  {
    if x1 > 0 || y1 != 0 { return slope(y1, x1) }
    if x2 > 0 || y2 != 0 { return slope(y2, x2) }
    return 1
  }

  private static func slope(_ rise: Double, _ run: Double) -> Double {
    let slope = rise / run
    return slope.magnitude <= steepest ? slope : 0
  }
}
