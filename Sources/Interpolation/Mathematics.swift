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
package func cosine(_ x: Double) -> Double { platformCos(x) }

/// The angle in radians, between minus and plus a quarter turn, whose tangent is `x`.
func arcTangent(_ x: Double) -> Double { platformAtan(x) }

/// The remainder of `x` divided by `divisor`, with the sign of `x`; exact for any magnitude.
func remainder(_ x: Double, _ divisor: Double) -> Double { platformFmod(x, divisor) }

extension Double {
  /// This number clamped to `range`, or `fallback` if it is not a number.
  ///
  /// Parameters of animations come from settings and files as well as from code, so they are
  /// clamped on entry instead of trapping; inside the module all numbers are finite.
  func confined(to range: ClosedRange<Double>, orIfNaN fallback: Double) -> Double {
    isNaN ? fallback : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

/// The range of durations and delays, in seconds: up to some thirty years.
let durationRange = 0.0...1e9

/// The maximum of a clock inside an animation, in seconds: late enough for everybody, and small
/// enough for a sine to be meaningful.
private let latestTime = 1e15

extension Double {
  /// This time clamped to 0...`latestTime`; 0 if it is not a number.
  var onClock: Double { self > 0 ? Swift.min(self, latestTime) : 0 }
}
