// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Track {
  /// The value shown at `time` and its velocity per second.
  ///
  /// Before the first change it is the initial value. A `time` that is not a number counts as
  /// before everything. At the exact time of a change the change has begun. The jump of a change
  /// without an animation is not part of the velocity.
  @inlinable
  public func sample(at time: Double) -> (value: Value, velocity: Value.AnimatableData) {
    let index = lastIndex(at: time)
    guard index >= 0 else { return (initial, .zero) }
    let residue = residue(at: time, from: index)
    var value = segments[index].model
    value.animatableData = value.animatableData + residue.value
    return (value, residue.velocity)
  }

  /// The value shown at `time`.
  @inlinable
  public func value(at time: Double) -> Value { sample(at: time).value }

  /// The velocity at `time`, per second.
  @inlinable
  public func velocity(at time: Double) -> Value.AnimatableData { sample(at: time).velocity }

  /// The residue at `time` (shown value minus model), and its change per second.
  ///
  /// Each segment leaves 1 - f of what came to it: r(i) = (r(i-1) + offset(i)) (1 - f(i)). Read
  /// from the newest down, that is a sum with a shrinking weight, which ends at a segment that
  /// takes over or has ended: nothing older matters then.
  @inlinable
  func residue(
    at time: Double, from last: Int
  ) -> (value: Value.AnimatableData, velocity: Value.AnimatableData) {
    var value = Value.AnimatableData.zero
    var velocity = Value.AnimatableData.zero
    var (weight, weightRate) = (1.0, 0.0)
    var index = animatedIndex(from: last)
    while index >= 0 {
      let segment = segments[index]
      let elapsed = time - segment.start
      guard !hasEnded(after: elapsed, extent: segment.extent) else { break }
      if segment.mode == .takingOver, let basis = segment.base.springBasis(at: elapsed) {
        let rest =
          segment.offset.scaled(by: basis.release) + segment.velocity.scaled(by: basis.push)
        let restRate =
          segment.offset.scaled(by: basis.releaseRate) + segment.velocity.scaled(by: basis.pushRate)
        value = value + rest.scaled(by: weight)
        velocity = velocity + rest.scaled(by: weightRate) + restRate.scaled(by: weight)
        break
      }
      let modified = segment.mode == .modified ? animations[index] : nil
      let progress =
        modified?.progress(whileRunning: elapsed) ?? segment.base.progress(at: elapsed)
      weightRate = weightRate * (1 - progress.value) - weight * progress.velocity
      weight *= 1 - progress.value
      value = value + segment.offset.scaled(by: weight)
      velocity = velocity + segment.offset.scaled(by: weightRate)
      index = segment.below
    }
    return (value, velocity)
  }
}
