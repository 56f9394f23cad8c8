// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Where a child stands between coming and going.
public enum TransitionPhase: Hashable, Sendable {
  /// Just before it is there.
  case willAppear
  /// There.
  case identity
  /// Just after it was there.
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

/// What a transition does to a child's look at one moment.
public struct TransitionEffect: Animatable, Hashable {
  /// How much of it is seen: 0 nothing, 1 all; a spring may overshoot, and who paints clamps.
  public var opacity: Double
  /// How large it is, about its own middle: 1 is its own size.
  public var scale: Double
  /// How far from its place it is.
  public var offset: Size

  /// An effect of these parts.
  public init(opacity: Double = 1, scale: Double = 1, offset: Size = .zero) {
    self.opacity = opacity
    self.scale = scale
    self.offset = offset
  }

  /// No effect: the child as it is.
  public static let identity = Self()

  /// All parts, which move together.
  public var animatableData: AnimatablePair<AnimatablePair<Double, Double>, Size.AnimatableData> {
    get { AnimatablePair(AnimatablePair(opacity, scale), offset.animatableData) }
    set {
      (opacity, scale) = (newValue.first.first, newValue.first.second)
      offset.animatableData = newValue.second
    }
  }
}
