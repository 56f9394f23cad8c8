// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A damped spring in closed form, which can be sampled at any time without stepping.
///
/// It solves m x'' + c x' + k (x - target) = 0 exactly for all damping ratios. The counterpart of
/// SwiftUI's `Spring`, which reaches the same curve by small steps.
///
/// Parameters are clamped on entry: the angular frequency to 1e-6...1e6 radians per second, the
/// damping ratio to 0...1e6.
public struct Spring: Hashable, Sendable {
  /// The square root of stiffness over mass, in radians per second.
  public let angularFrequency: Double

  /// The damping ratio: 0 oscillates for ever, below 1 overshoots, 1 is critical, above 1 is
  /// overdamped.
  public let dampingRatio: Double

  /// The mass, which matters only to ``stiffness`` and ``damping``.
  public let mass: Double

  /// The square root of |dampingRatio^2 - 1|, in radians per second: the frequency of an
  /// under-damped spring, the spread of the two rates of an over-damped one.
  let splitFrequency: Double

  static let frequencyRange = 1e-6...1e6
  static let dampingRange = 0.0...1e6
  static let massRange = 1e-9...1e9

  init(angularFrequency: Double, dampingRatio: Double, mass: Double = 1) {
    let frequency = angularFrequency.confined(to: Self.frequencyRange, orIfNaN: 4 * .pi)
    let ratio = dampingRatio.confined(to: Self.dampingRange, orIfNaN: 1)
    self.angularFrequency = frequency
    self.dampingRatio = ratio
    self.mass = mass.confined(to: Self.massRange, orIfNaN: 1)
    splitFrequency = frequency * ((ratio - 1) * (ratio + 1)).magnitude.squareRoot()
  }

  /// The spring's position after `time` seconds, from 0 towards `target`.
  ///
  /// `initialVelocity` is in units of the vector per second. A `time` below 0, or that is not a
  /// number, counts as 0.
  public func value<Vector: VectorArithmetic>(
    target: Vector, initialVelocity: Vector = .zero, time: Double
  ) -> Vector {
    let basis = basis(at: time)
    return target + (.zero - target).scaled(by: basis.release)
      + initialVelocity.scaled(by: basis.push)
  }

  /// The spring's velocity after `time` seconds, from 0 towards `target`, in units of the vector
  /// per second.
  public func velocity<Vector: VectorArithmetic>(
    target: Vector, initialVelocity: Vector = .zero, time: Double
  ) -> Vector {
    let basis = basis(at: time)
    return (.zero - target).scaled(by: basis.releaseRate)
      + initialVelocity.scaled(by: basis.pushRate)
  }

  /// Advances `value` and `velocity` by `deltaTime` seconds, towards `target`.
  ///
  /// The step is exact: two steps of half the time equal one whole step.
  public func update<Vector: VectorArithmetic>(
    value: inout Vector, velocity: inout Vector, target: Vector, deltaTime: Double
  ) {
    let basis = basis(at: deltaTime)
    let offset = value - target
    value = target + offset.scaled(by: basis.release) + velocity.scaled(by: basis.push)
    velocity = offset.scaled(by: basis.releaseRate) + velocity.scaled(by: basis.pushRate)
  }
}
