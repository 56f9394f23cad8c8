// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Animation {
  /// How far the animation is `elapsed` seconds after its start; nil once it has ended.
  ///
  /// Before its start, and for a time that is not a number, it is at its start. At exactly its
  /// duration it is still there, at its end.
  public func progress(at elapsed: Double) -> Progress? {
    hasEnded(after: elapsed, extent: extent) ? nil : progress(whileRunning: elapsed)
  }

  /// The part of `interval` covered `elapsed` seconds after the start; nil after the end.
  public func animate<Vector: VectorArithmetic>(interval: Vector, elapsed: Double) -> Vector? {
    progress(at: elapsed).map { interval.scaled(by: $0.value) }
  }

  /// The velocity over `interval` per second; nil after the end.
  public func velocity<Vector: VectorArithmetic>(interval: Vector, elapsed: Double) -> Vector? {
    progress(at: elapsed).map { interval.scaled(by: $0.velocity) }
  }

  /// The progress, for callers that know the animation has not ended.
  @usableFromInline
  func progress(whileRunning elapsed: Double) -> Progress {
    guard !modifiers.isEmpty else { return base.progress(at: elapsed) }
    var (clock, pace, isMirrored) = (elapsed.onClock, 1.0, false)
    var index = modifiers.count
    while index > 0 {
      index -= 1
      switch modifiers[index] {
      case .delay(let delay):
        guard clock >= delay else { return Progress(value: isMirrored ? 1 : 0, velocity: 0) }
        clock -= delay
      case .speed(let speed):
        clock = (clock * speed).onClock
        pace = min(pace * speed, 1e18)
      case .repetition(let repetition):
        let phase = repetition.phase(at: clock)
        clock = phase.time
        if phase.goesBack { isMirrored.toggle() }
      }
    }
    let progress = base.progress(at: clock)
    return isMirrored
      ? Progress(value: 1 - progress.value, velocity: -progress.velocity * pace)
      : Progress(value: progress.value, velocity: progress.velocity * pace)
  }
}

/// Whether an animation of `extent` seconds has ended `elapsed` seconds after its start; one
/// without extent never was there.
@inlinable
func hasEnded(after elapsed: Double, extent: Double) -> Bool { elapsed > extent || extent <= 0 }

extension Animation.Base {
  /// The two motions of the base's spring at `clock` seconds; a curve has none.
  @usableFromInline
  func springBasis(at clock: Double) -> SpringBasis? {
    guard case .spring(let spring) = self else { return nil }
    return spring.basis(at: clock)
  }

  /// How far the base is at `clock` seconds; past its end it stays there.
  @usableFromInline
  func progress(at clock: Double) -> Progress {
    switch self {
    case .curve(let curve, let duration):
      guard duration > 0 else { return Progress(value: 1, velocity: 0) }
      let progress = curve.sample(at: clock / duration)
      return Progress(value: progress.value, velocity: progress.velocity / duration)
    case .spring(let spring):
      let basis = spring.basis(at: clock)
      return Progress(value: 1 - basis.release, velocity: -basis.releaseRate)
    case .interpolatingSpring(let spring, let initialVelocity):
      let basis = spring.basis(at: clock)
      return Progress(
        value: 1 - basis.release + initialVelocity * basis.push,
        velocity: -basis.releaseRate + initialVelocity * basis.pushRate)
    }
  }
}
