// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A viewer's motion preference.
///
/// Reduced motion is a projection that only the viewer makes and nobody logs: it changes pictures,
/// but no time at which anything happens, completes or can be acted on.
public enum MotionPreference: CaseIterable, Hashable, Sendable {
  /// Full motion.
  case full
  /// Nothing travels, spins or grows: a change is at its target at once (after its animation's
  /// delay, so that a deal stays one by one), and fades replace motion.
  case reduced
  /// Nothing moves and nothing fades: a change is at its target at the time of the change,
  /// regardless of any delay.
  case none

  /// Whether anything may travel, turn, spin or grow.
  public var allowsTravel: Bool { self == .full }

  /// Whether anything may fade.
  public var allowsFades: Bool { self != .none }

  /// How this viewer sees a card turned by `angle`, 0 being face up and 180 degrees face down.
  ///
  /// With full motion that is the angle itself, and the back from exactly 90 degrees on. With
  /// reduced motion the card lies still and its sides fade into each other; each dominates exactly
  /// when a turning card would show it. With none the card lies still and shows that side.
  public func flip(at angle: Angle) -> FlipStyle {
    let back = angle.degrees < 90 ? 0.0 : 1.0
    return switch self {
    case .full: FlipStyle(angle: angle, backOpacity: back)
    case .reduced:
      FlipStyle(angle: Angle(radians: 0), backOpacity: min(max(angle.degrees / 180, 0), 1))
    case .none: FlipStyle(angle: Angle(radians: 0), backOpacity: back)
    }
  }

  /// The transition shown in place of `transition`: with reduced motion a fade for any that has
  /// motion, with none no transition at all.
  public func projected(_ transition: AnyTransition) -> AnyTransition {
    switch self {
    case .full: transition
    case .reduced: transition.hasMotion ? .opacity : transition
    case .none: .identity
    }
  }
}

/// The appearance of a turning card.
public struct FlipStyle: Hashable, Sendable {
  /// The card's rotation.
  public var angle: Angle
  /// The share of the back in the picture, 0...1; the rest is the face.
  public var backOpacity: Double

  /// A card turned by `angle`, of which `backOpacity` shows the back.
  public init(angle: Angle, backOpacity: Double) {
    self.angle = angle
    self.backOpacity = backOpacity
  }
}

extension Track {
  /// The value shown at `time` under a motion preference.
  ///
  /// With reduced motion a change shows at once after its animation's delay, and one that repeats
  /// for ever shows its target. Without motion it is the model value. Completion times are the
  /// same for all viewers.
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
