// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Track {
  /// When the change that is in force at `time` is complete, by `criteria`.
  ///
  /// A function of the changes alone, never of frames, so that all viewers agree. Infinity for an
  /// animation that never ends; `time` itself if nothing was animated by then.
  ///
  /// `logicallyComplete` considers only the latest animated change at or before `time`. `removed`
  /// is when its animation and all later ones that overlap with it are gone; a later change can
  /// move it, even to an earlier time if it ends first.
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

  /// Whether an animation runs at `time`: it has begun, and its spring has not settled.
  ///
  /// When drawing, note that until ``restTime(after:)`` a settled spring may still move by up to a
  /// thousandth of its way.
  public func isAnimating(at time: Double) -> Bool {
    let index = lastAnimatedIndex(at: time)
    return index >= 0 && time < removal(of: index)
  }

  /// The time, at or after `time`, from which the value is constant to the last bit until the next
  /// change; infinity for never.
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
