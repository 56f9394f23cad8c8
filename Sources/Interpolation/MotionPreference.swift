// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How much motion one viewer wants to see.
///
/// Less motion is a projection of what is shown, made by the viewer alone and never logged: it
/// changes pictures, and no time at which anything happens, completes or can be acted on.
public enum MotionPreference: CaseIterable, Hashable, Sendable {
  /// All of it.
  case full
  /// Nothing travels, spins or grows: what moves is at its target at once (after the delay its
  /// animation has, so that a deal stays one by one), what would appear by a motion fades.
  case reduced
  /// Nothing moves and nothing fades: what changes is at its target at the time of its change,
  /// whatever delay its animation has.
  case none

  /// Whether anything may travel, turn, spin or grow.
  public var allowsTravel: Bool { self == .full }

  /// Whether anything may fade.
  public var allowsFades: Bool { self != .none }

  /// What this viewer sees of a card turned by `angle`, 0 being face up and 180 degrees face down.
  ///
  /// With full motion that is the angle itself, and the back from exactly 90 degrees on. With
  /// reduced motion the card lies still and its sides fade into each other; each outweighs the other
  /// exactly when it would be the one seen. With none it lies still and shows that one.
  public func flip(at angle: Angle) -> FlipStyle {
    let back = angle.degrees < 90 ? 0.0 : 1.0
    return switch self {
    case .full: FlipStyle(angle: angle, backOpacity: back)
    case .reduced:
      FlipStyle(angle: Angle(radians: 0), backOpacity: min(max(angle.degrees / 180, 0), 1))
    case .none: FlipStyle(angle: Angle(radians: 0), backOpacity: back)
    }
  }

  /// The transition this viewer sees in place of `transition`: with reduced motion a fade for any
  /// that has motion, with none no transition at all.
  public func projected(_ transition: AnyTransition) -> AnyTransition {
    switch self {
    case .full: transition
    case .reduced: transition.hasMotion ? .opacity : transition
    case .none: .identity
    }
  }
}

/// What is seen of a card that is being turned.
public struct FlipStyle: Hashable, Sendable {
  /// How far the card is turned.
  public var angle: Angle
  /// How much of what is seen is the back, from 0 to 1; the rest is the face.
  public var backOpacity: Double

  /// A card turned by `angle`, of which `backOpacity` shows the back.
  public init(angle: Angle, backOpacity: Double) {
    self.angle = angle
    self.backOpacity = backOpacity
  }
}

extension Track {
  /// What a viewer with this preference is shown at `time`.
  ///
  /// With reduced motion a change shows at once when the wait of its animation is over; a change
  /// that repeats for ever shows its target. With none it is the model. Completions are the same
  /// for all viewers.
  public func value(at time: Double, motion: MotionPreference) -> Value {
    guard motion != .full else { return value(at: time) }
    var value = model(at: time)
    guard motion == .reduced else { return value }
    var index = lastAnimatedIndex(at: time)
    while index >= 0, let animation = animations[index] {
      let elapsed = time - segments[index].start
      guard elapsed < animation.wait else { break }
      value.animatableData = value.animatableData + segments[index].offset
      index = segments[index].below
    }
    return value
  }
}
