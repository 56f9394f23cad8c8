// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A child's phase between insertion and removal.
public enum TransitionPhase: Hashable, Sendable {
  /// Just before it appears.
  case willAppear
  /// Present.
  case identity
  /// Just after it has left.
  case didDisappear

  /// The phase as a number: -1, 0 or 1, as in SwiftUI.
  public var value: Double {
    switch self {
    case .willAppear: -1
    case .identity: 0
    case .didDisappear: 1
    }
  }
}

/// The effect of a transition on a child at one moment.
public struct TransitionEffect: Animatable, Hashable {
  /// The opacity, 0...1; a spring may overshoot, so clamp it for painting.
  public var opacity: Double
  /// The scale about its centre; 1 is its natural size.
  public var scale: Double
  /// The offset from its place.
  public var offset: Size

  /// An effect of these parts.
  public init(opacity: Double = 1, scale: Double = 1, offset: Size = .zero) {
    self.opacity = opacity
    self.scale = scale
    self.offset = offset
  }

  /// No effect: the child as it is.
  public static let identity = Self()

  /// All parts, animated together.
  public var animatableData: AnimatablePair<AnimatablePair<Double, Double>, Size.AnimatableData> {
    get { AnimatablePair(AnimatablePair(opacity, scale), offset.animatableData) }
    set {
      (opacity, scale) = (newValue.first.first, newValue.first.second)
      offset.animatableData = newValue.second
    }
  }
}
