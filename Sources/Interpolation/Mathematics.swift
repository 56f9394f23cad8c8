// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// All mathematics beyond the four operations and the square root comes through this file, so that
// one module serves every platform: Glibc on Linux, JavaScript's `Math` under Embedded Swift for
// wasm, where the functions are imports of the module. Results may differ in the last bit from one
// platform to another; nothing that players must agree on may be computed from a sample.

#if hasFeature(Embedded)
@_extern(c, "exp") private func platformExp(_ x: Double) -> Double
@_extern(c, "log") private func platformLog(_ x: Double) -> Double
@_extern(c, "sin") private func platformSin(_ x: Double) -> Double
@_extern(c, "cos") private func platformCos(_ x: Double) -> Double
@_extern(c, "atan") private func platformAtan(_ x: Double) -> Double
@_extern(c, "fmod") private func platformFmod(_ x: Double, _ y: Double) -> Double
#else
internal import Glibc

private func platformExp(_ x: Double) -> Double { exp(x) }
private func platformLog(_ x: Double) -> Double { log(x) }
private func platformSin(_ x: Double) -> Double { sin(x) }
private func platformCos(_ x: Double) -> Double { cos(x) }
private func platformAtan(_ x: Double) -> Double { atan(x) }
private func platformFmod(_ x: Double, _ y: Double) -> Double { fmod(x, y) }
#endif

/// e to the power of `x`.
func exponential(_ x: Double) -> Double { platformExp(x) }

/// The natural logarithm of `x`.
func logarithm(_ x: Double) -> Double { platformLog(x) }

/// The sine of `x` radians.
func sine(_ x: Double) -> Double { platformSin(x) }

/// The cosine of `x` radians.
func cosine(_ x: Double) -> Double { platformCos(x) }

/// The angle in radians, between minus and plus a quarter turn, whose tangent is `x`.
func arcTangent(_ x: Double) -> Double { platformAtan(x) }

/// What is left of `x` after whole `divisor`s, with the sign of `x`; exact however large `x` is.
func remainder(_ x: Double, _ divisor: Double) -> Double { platformFmod(x, divisor) }

extension Double {
  /// This number moved into `range`, or `fallback` where it is not a number.
  ///
  /// Parameters of animations arrive from settings and files as well as from code, so they are
  /// brought into their range where they enter instead of trapping; inside all is finite.
  func confined(to range: ClosedRange<Double>, orIfNaN fallback: Double) -> Double {
    isNaN ? fallback : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

/// The range of every duration and delay, in seconds: from none to some thirty years.
let durationRange = 0.0...1e9

/// A clock inside an animation stops here, in seconds: late enough for everybody, and early enough
/// for a sine to have an angle.
private let latestTime = 1e15

extension Double {
  /// This time of a clock that begins at 0, also where it is not a number, and stops at the latest.
  var onClock: Double { self > 0 ? Swift.min(self, latestTime) : 0 }
}
