// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The criterion by which a change counts as complete.
public enum AnimationCompletionCriteria: Hashable, Sendable {
  /// The change looks complete, even if a spring still settles: after a spring's duration, or any
  /// other animation's end. Later animations do not matter.
  case logicallyComplete
  /// The animation is gone, and so are all later ones that took over or combined with it.
  case removed
}

extension Animation {
  /// The animation's lifetime in seconds; infinite if it never ends.
  ///
  /// It lasts until its end, or until its spring has settled to a thousandth of the way.
  public var duration: Double {
    let base: Double =
      switch base {
      case .curve(_, let duration): duration
      case .spring(let spring): spring.settlingDuration
      case .interpolatingSpring(let spring, let velocity):
        spring.settlingDuration(
          target: 1.0, initialVelocity: velocity, epsilon: Spring.settledShare)
      }
    return duration(ofBase: base)
  }

  /// The time in seconds until ``AnimationCompletionCriteria/logicallyComplete``.
  public var logicalDuration: Double {
    if let earlyLogicalCompletion { return earlyLogicalCompletion }
    let base: Double =
      switch base {
      case .curve(_, let duration): duration
      case .spring(let spring), .interpolatingSpring(let spring, _): spring.duration
      }
    return duration(ofBase: base)
  }

  /// The delay before anything moves, in seconds.
  @usableFromInline var wait: Double {
    modifiers.reduce(0) { wait, modifier in
      switch modifier {
      case .delay(let delay): wait + delay
      case .speed(let speed): speed > 0 ? wait / speed : .infinity
      case .repetition: wait
      }
    }
  }

  /// Whether there are modifiers between the outer clock and the base.
  @usableFromInline var isModified: Bool { !modifiers.isEmpty }

  /// The persistent spring that takes over running animations; nil for animations that combine.
  @usableFromInline var persistentSpring: Spring? {
    guard case .spring(let spring) = base, modifiers.isEmpty else { return nil }
    return spring
  }

  /// The duration seen from outside all modifiers of a base that takes `base` seconds.
  private func duration(ofBase base: Double) -> Double {
    modifiers.reduce(base) { duration, modifier in modifier.duration(of: duration) }
  }
}

extension Animation.Modifier {
  /// The duration seen from outside of what takes `duration` seconds inside.
  func duration(of duration: Double) -> Double {
    switch self {
    case .delay(let delay): duration + delay
    case .speed(let speed): duration > 0 ? duration / speed : 0
    case .repetition(let repetition): repetition.duration
    }
  }
}

extension SpringMotion {
  /// How long a spring moves a vector of numbers at all, let go at 1 with `initialVelocity`.
  static func extent(of spring: Spring, initialVelocity: Double) -> Double {
    let motion = SpringMotion(spring, offset: -1.0, velocity: initialVelocity)
    return motion.envelopeTime(share: 0x1p-60 / motion.reach)
  }
}
