// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// An easing curve: maps the fraction of time passed to the progress of an animation.
///
/// The counterpart of SwiftUI's `UnitCurve`. Values and slopes are exact at both ends and solved to
/// 1e-12 in between. A curve may overshoot the range from 0 to 1.
public struct UnitCurve: Hashable, Sendable {
  enum Shape: Hashable, Sendable {
    case linear
    case cubic(CubicBezier)
    case circularIn
    case circularOut
    case circularInOut
  }

  let shape: Shape

  /// The cubic curve whose handles end at (`x1`, `y1`) and (`x2`, `y2`), as in CSS's
  /// `cubic-bezier`.
  ///
  /// Each x is clamped to 0...1, so that time never runs backwards; each y to -1e6...1e6. Values
  /// that are not numbers lie on the straight line: 0 in the first handle, 1 in the second.
  public static func timingCurve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Self {
    let heights = -1e6...1e6
    let curve = CubicBezier(
      x1: x1.confined(to: 0...1, orIfNaN: 0), y1: y1.confined(to: heights, orIfNaN: 0),
      x2: x2.confined(to: 0...1, orIfNaN: 1), y2: y2.confined(to: heights, orIfNaN: 1))
    // Handles on the diagonal only change the pace along a straight line.
    let isStraight = curve.x1 == curve.y1 && curve.x2 == curve.y2
    return Self(shape: isStraight ? .linear : .cubic(curve))
  }

  /// The cubic curve with these handles; see ``timingCurve(_:_:_:_:)`` for their ranges.
  public static func bezier(startControlPoint: UnitPoint, endControlPoint: UnitPoint) -> Self {
    timingCurve(startControlPoint.x, startControlPoint.y, endControlPoint.x, endControlPoint.y)
  }

  /// An even pace.
  public static let linear = Self(shape: .linear)
  /// Starts slowly: the cubic curve (0.42, 0), (1, 1).
  public static let easeIn = timingCurve(0.42, 0, 1, 1)
  /// Ends slowly: the cubic curve (0, 0), (0.58, 1).
  public static let easeOut = timingCurve(0, 0, 0.58, 1)
  /// Starts and ends slowly: the cubic curve (0.42, 0), (0.58, 1).
  public static let easeInOut = timingCurve(0.42, 0, 0.58, 1)
  /// Starts slowly, along a quarter of a circle; vertical at its end.
  public static let circularEaseIn = Self(shape: .circularIn)
  /// Ends slowly, along a quarter of a circle; vertical at its start.
  public static let circularEaseOut = Self(shape: .circularOut)
  /// Starts and ends slowly, along two quarters of a circle; vertical in the middle.
  public static let circularEaseInOut = Self(shape: .circularInOut)

  /// How far the curve is at `progress`, which is clamped to 0...1; 0 if it is not a number.
  public func value(at progress: Double) -> Double { sample(at: progress).value }

  /// The slope of the curve at `progress`, which is clamped to 0...1.
  ///
  /// At the ends it is the limit from within; where the curve is vertical it is 0, see
  /// <doc:Differences>.
  public func velocity(at progress: Double) -> Double { sample(at: progress).velocity }

  /// Value and slope at `progress`, which is clamped to 0...1; 0 if it is not a number.
  public func sample(at progress: Double) -> Progress {
    let x = progress.confined(to: 0...1, orIfNaN: 0)
    switch shape {
    case .linear: return Progress(value: x, velocity: 1)
    case .cubic(let curve): return curve.sample(at: x)
    case .circularIn: return Self.quarter(at: x)
    case .circularOut: return Self.quarter(at: 1 - x).mirrored
    case .circularInOut:
      let half = x <= 0.5 ? Self.quarter(at: 2 * x) : Self.quarter(at: 2 - 2 * x).reflected
      return Progress(value: half.value / 2, velocity: half.velocity)
    }
  }

  /// The quarter of a circle 1 - sqrt(1 - x^2), written to avoid cancellation near 0.
  private static func quarter(at x: Double) -> Progress {
    let height = ((1 - x) * (1 + x)).squareRoot()
    return Progress(value: x * x / (1 + height), velocity: height > 0 ? x / height : 0)
  }
}

extension Progress {
  /// The same curve reflected in the point (1/2, 1/2).
  fileprivate var mirrored: Progress { Progress(value: 1 - value, velocity: velocity) }
  /// The second half of a curve that is symmetric about (1, 1), of which this is the first half.
  fileprivate var reflected: Progress { Progress(value: 2 - value, velocity: velocity) }
}
