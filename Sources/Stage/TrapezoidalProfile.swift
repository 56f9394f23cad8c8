// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A way from one pose and velocity to another in a given time, without a jump in either.
///
/// The velocity runs evenly from the first to a cruising velocity, stays, and runs evenly to the
/// last. Of all ways with even ramps it takes the one with the longest ramps that keeps within a
/// limit: a cubic through the same ends is up to half as fast again in its middle. Times are in
/// seconds, velocities per second.
struct TrapezoidalProfile {
  private let start: Double
  private let end: Double
  private let from: Double
  private let velocity: Double
  private let to: Double
  private let lastVelocity: Double
  private let ramp: Double
  private let cruise: Double

  /// The shortest ramps, as a share of the time; shorter ones would look like a jump.
  static let shortestRamp = 0.08

  /// From `origin` at `start` to `goal` at `end`, no faster than `limit` if that can be.
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
      // Where it cannot be it is at least smooth.
      let isPossible = ramp.isFinite && ramp >= Self.shortestRamp * time && ramp <= time / 2
      if !isPossible { ramp = time / 4 }
    }
    // Never past the goal and back.
    if way * mean > 0, mean * ramp / way > 1 { ramp = way / mean }
    self.start = start
    self.end = end
    self.ramp = ramp
    self.cruise = cruise(ramp)
    (from, velocity) = origin
    (to, lastVelocity) = goal
  }

  /// Where it is at a time between its ends, and how fast.
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

  /// Whether a way of so many degrees from rest can keep within `limit` per second.
  static func isPossible(_ way: Double, in time: Double, limit: Double) -> Bool {
    way.magnitude <= limit * time * (1 - shortestRamp)
  }
}
