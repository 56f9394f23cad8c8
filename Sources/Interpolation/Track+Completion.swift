// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Track {
  /// When the change that is in force at `time` is complete, by `criteria`.
  ///
  /// It is a function of the changes alone, never of frames, so all viewers agree on it. Infinity
  /// for an animation that never ends; `time` itself where nothing was animated by then.
  ///
  /// `logicallyComplete` looks at the latest animated change at or before `time` alone. `removed` is
  /// when its animation is gone, and with it all later ones that came before it was; so a later
  /// change can move it, to later or, where what comes later ends first, to earlier.
  public func completion(_ criteria: AnimationCompletionCriteria, at time: Double) -> Double {
    let first = lastAnimatedIndex(at: time)
    guard first >= 0, let animation = animations[first] else { return time }
    guard criteria == .removed else { return segments[first].start + animation.logicalDuration }
    var end = removal(of: first)
    for index in segments.indices[(first + 1)...] where animations[index] != nil {
      guard segments[index].start <= end else { break }
      end = removal(of: index)
    }
    return end
  }

  /// Whether an animation is there at `time`: begun, and its spring not settled yet.
  ///
  /// For who draws: until ``restTime(after:)`` a settled spring may still move by up to a thousandth
  /// of its way.
  public func isAnimating(at time: Double) -> Bool {
    let index = lastAnimatedIndex(at: time)
    return index >= 0 && time < removal(of: index)
  }

  /// From when on, at or after `time`, what is shown stands still, to the last bit, until the
  /// next change; infinity if it never does.
  public func restTime(after time: Double) -> Double {
    let index = lastAnimatedIndex(at: time)
    return index < 0 ? time : max(time, segments[index].start + segments[index].extent)
  }

  /// When the animation of the segment at `index` has ended, or its spring has settled.
  private func removal(of index: Int) -> Double {
    let segment = segments[index]
    guard let animation = animations[index] else { return segment.start }
    guard let spring = animation.persistentSpring else { return segment.start + animation.duration }
    let motion = SpringMotion(spring, offset: segment.offset, velocity: segment.velocity)
    return segment.start + motion.settlingTime(epsilon: Spring.settledShare * motion.reach)
  }
}
