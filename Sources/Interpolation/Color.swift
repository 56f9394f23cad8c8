// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A colour of four parts, each usually between 0 and 1, which move together.
///
/// The parts are what their maker says: linear light, or the values of a screen. Springs may carry
/// them beyond 0 and 1; whoever paints clamps.
@frozen
public struct Color: Animatable, Hashable {
  /// The part of red.
  public var red: Double
  /// The part of green.
  public var green: Double
  /// The part of blue.
  public var blue: Double
  /// How much it covers: 0 lets everything through, 1 nothing.
  public var opacity: Double

  /// The colour of these parts.
  @inlinable
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  /// All four parts, which move together.
  @inlinable public var animatableData:
    AnimatablePair<AnimatablePair<Double, Double>, AnimatablePair<Double, Double>>
  {
    get { AnimatablePair(AnimatablePair(red, green), AnimatablePair(blue, opacity)) }
    set {
      (red, green) = (newValue.first.first, newValue.first.second)
      (blue, opacity) = (newValue.second.first, newValue.second.second)
    }
  }
}

#if !hasFeature(Embedded)
extension Color: Codable {}
#endif
