// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A trapezoidal motion profile from one value and velocity to another in a given time.
///
/// The velocity changes linearly to a cruising velocity, stays, and changes linearly to the last
/// one. Of all such profiles it is the one with the longest ramps within a speed limit; a cubic
/// through the same ends is up to 1.5 times as fast in its middle. Times are in seconds, velocities
/// per second.
struct TrapezoidalProfile {
  private let start: Double
  private let end: Double
  private let from: Double
  private let velocity: Double
  private let to: Double
  private let lastVelocity: Double
  private let ramp: Double
  private let cruise: Double

  /// The shortest ramps as a fraction of the time; shorter ones would look like a jump.
  static let shortestRamp = 0.08

  /// From `origin` at `start` to `goal` at `end`, within `limit` if possible.
  init(
    from origin: (value: Double, velocity: Double), at start: Double,
    to goal: (value: Double, velocity: Double), by end: Double, limit: Double
  ) {
    let time = max(end - start, 1e-6)
    let way = goal.value - origin.value
    let mean = (origin.velocity + goal.velocity) / 2
    var ramp = time / 2
    func cruise(_ ramp: Double) -> Double { (way - mean * ramp) / (time - ramp) }
    let fastest = cruise(ramp) < 0 ? -limit : limit
    if cruise(ramp).magnitude > limit {
      ramp = (fastest * time - way) / (fastest - mean)
      // If the limit cannot be met, the motion is at least smooth.
      let isPossible = ramp.isFinite && ramp >= Self.shortestRamp * time && ramp <= time / 2
      if !isPossible { ramp = time / 4 }
    }
    // Never overshoot the goal.
    if way * mean > 0, mean * ramp / way > 1 { ramp = way / mean }
    assert(ramp >= 0 && ramp <= time / 2, "Both ramps fit into the time.")
    self.start = start
    self.end = end
    self.ramp = ramp
    self.cruise = cruise(ramp)
    (from, velocity) = origin
    (to, lastVelocity) = goal
  }

  /// Value and velocity at a time, clamped to the profile's ends.
  func sample(at time: Double) -> (value: Double, velocity: Double) {
    let elapsed = min(max(time, start), end) - start
    let left = end - start - elapsed
    if elapsed < ramp {
      let velocity = self.velocity + (cruise - self.velocity) * elapsed / ramp
      return (from + (self.velocity + velocity) / 2 * elapsed, velocity)
    }
    if left < ramp {
      let velocity = lastVelocity + (cruise - lastVelocity) * left / ramp
      return (to - (lastVelocity + velocity) / 2 * left, velocity)
    }
    return (from + (velocity + cruise) / 2 * ramp + cruise * (elapsed - ramp), cruise)
  }

  /// Whether `way` degrees from rest take at most `limit` degrees per second.
  static func isPossible(_ way: Double, in time: Double, limit: Double) -> Bool {
    way.magnitude <= limit * time * (1 - shortestRamp)
  }
}
