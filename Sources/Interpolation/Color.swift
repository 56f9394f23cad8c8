// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A colour of four components, each usually within 0...1, animated together.
///
/// The components are linear light or screen values, as the caller chooses. Springs may overshoot
/// 0...1, so clamp them for painting.
@frozen
public struct Color: Animatable, Hashable {
  /// The red component.
  public var red: Double
  /// The green component.
  public var green: Double
  /// The blue component.
  public var blue: Double
  /// The opacity: 0 is transparent, 1 opaque.
  public var opacity: Double

  /// A colour with these components.
  @inlinable
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  /// All four components, animated together.
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
