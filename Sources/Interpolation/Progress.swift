// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How far along an animation is at one moment, and how fast it is going.
///
/// For an animation from 0 to 1: `value` may leave that range where a curve or a spring overshoots.
public struct Progress: Hashable, Sendable {
  /// The part of the way covered: 0 at the start, 1 at the target.
  public var value: Double
  /// The change of ``value`` per unit of the clock it was sampled by: per second for an
  /// ``Animation``, per unit of progress for a ``UnitCurve``.
  public var velocity: Double

  /// A progress of `value`, changing by `velocity`.
  public init(value: Double, velocity: Double) {
    self.value = value
    self.velocity = velocity
  }
}
