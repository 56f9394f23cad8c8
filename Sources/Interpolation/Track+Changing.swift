// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Track {
  /// Changes the model to `model` at `time`, animated by `animation`, or at once if that is nil.
  ///
  /// A persistent spring without modifiers takes over position and velocity of what is shown at
  /// `time`. Everything else combines: running animations continue underneath.
  ///
  /// A model with the same animatable data as the one before changes and restarts nothing.
  /// Simultaneous changes count in the order of the calls. A `time` before the last change inserts
  /// the change there and repeats the later ones, so that the track is as if all had come in order.
  /// That costs one step per later change; otherwise the cost is that of one sample.
  ///
  /// Traps if `time` is not finite or the model is not a number.
  @inlinable
  public mutating func change(to model: Value, at time: Double, animation: Animation? = nil) {
    precondition(time.isFinite, "A track was changed at a time that is not finite.")
    precondition(
      !model.animatableData.magnitudeSquared.isNaN,
      "A track was changed to a model that is not a number.")
    var later: [(start: Double, model: Value, animation: Animation?)] = []
    while let last = segments.last, last.start > time {
      later.append((last.start, last.model, animations.last ?? nil))
      removeLast()
    }
    append(model, at: time, animation: animation)
    while let next = later.popLast() {
      append(next.model, at: next.start, animation: next.animation)
    }
  }

  /// Removes all changes after `time`, to fold a log again from there.
  @inlinable
  public mutating func removeChanges(after time: Double) {
    while let last = segments.last, last.start > time { removeLast() }
  }

  @inlinable
  mutating func removeLast() {
    segments.removeLast()
    animations.removeLast()
  }

  @inlinable
  mutating func append(_ model: Value, at time: Double, animation: Animation?) {
    let target = model.animatableData
    let before = self.model.animatableData
    guard target != before else { return }
    var segment = Segment(
      start: time, model: model, offset: before - target,
      below: animatedIndex(from: segments.count - 1))
    if let animation {
      segment.base = animation.base
      segment.extent = animation.extent
      segment.mode = animation.isModified ? .modified : .combining
      if animation.persistentSpring != nil {
        segment.mode = .takingOver
        let (residue, velocity) = residue(at: time, from: segments.count - 1)
        segment.offset = segment.offset + residue
        segment.velocity = velocity
      }
    }
    segments.append(segment)
    animations.append(animation)
  }
}
