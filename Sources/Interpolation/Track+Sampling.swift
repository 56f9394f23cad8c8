// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Track {
  /// What is shown at `time`.
  ///
  /// Before the first change it is the initial value. A `time` that is not a number counts as
  /// before everything. At the very time of a change the change has begun.
  @inlinable
  public func value(at time: Double) -> Value {
    let index = lastIndex(at: time)
    guard index >= 0 else { return initial }
    var value = segments[index].model
    value.animatableData = value.animatableData + residue(at: time).value
    return value
  }

  /// How fast what is shown changes at `time`, per second.
  ///
  /// Where a change without an animation makes it jump, the jump is left out.
  @inlinable
  public func velocity(at time: Double) -> Value.AnimatableData { residue(at: time).velocity }

  /// What is shown at `time` less the model at that time, and its change per second.
  ///
  /// Each segment leaves 1 - f of what came to it: r(i) = (r(i-1) + offset(i)) (1 - f(i)). Read from
  /// the newest down, that is a sum with a shrinking weight, which ends at a segment that takes over
  /// or has ended: nothing older matters then.
  @inlinable
  func residue(at time: Double) -> (value: Value.AnimatableData, velocity: Value.AnimatableData) {
    var value = Value.AnimatableData.zero
    var velocity = Value.AnimatableData.zero
    var (weight, weightRate) = (1.0, 0.0)
    var index = lastAnimatedIndex(at: time)
    while index >= 0 {
      let elapsed = time - segments[index].start
      guard !hasEnded(after: elapsed, extent: segments[index].extent),
        let animation = segments[index].animation
      else { break }
      let offset = segments[index].offset
      if let spring = animation.persistentSpring {
        let basis = spring.basis(at: elapsed)
        let push = segments[index].velocity
        let rest = offset.scaled(by: basis.release) + push.scaled(by: basis.push)
        let restRate = offset.scaled(by: basis.releaseRate) + push.scaled(by: basis.pushRate)
        value = value + rest.scaled(by: weight)
        velocity = velocity + rest.scaled(by: weightRate) + restRate.scaled(by: weight)
        break
      }
      let progress = animation.progress(whileRunning: elapsed)
      weightRate = weightRate * (1 - progress.value) - weight * progress.velocity
      weight *= 1 - progress.value
      value = value + offset.scaled(by: weight)
      velocity = velocity + offset.scaled(by: weightRate)
      index = segments[index].below
    }
    return (value, velocity)
  }
}
