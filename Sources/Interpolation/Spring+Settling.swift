// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Spring {
  /// The fraction of its way within which a spring counts as settled.
  static let settledShare = 0.001

  /// How long the spring, released at rest, is further than a thousandth of the way from its
  /// target; in seconds, infinite without damping.
  ///
  /// It is the exact last crossing of the closed form. SwiftUI prints longer times, from a bound.
  public var settlingDuration: Double {
    settlingDuration(target: 1, epsilon: Self.settledShare)
  }

  /// The last time, in seconds, at which the spring, from 0 towards `target`, is further than
  /// `epsilon` from it.
  ///
  /// 0 where it never is, infinite where there is no last time (no damping, or an `epsilon` of 0).
  /// `epsilon` is in units of the vector, `initialVelocity` in those per second. The exact last
  /// crossing, found in some sixty evaluations of the spring.
  public func settlingDuration<Vector: VectorArithmetic>(
    target: Vector, initialVelocity: Vector = .zero, epsilon: Double
  ) -> Double {
    SpringMotion(self, offset: .zero - target, velocity: initialVelocity)
      .settlingTime(epsilon: epsilon)
  }
}
