// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A point relative to a rectangle: (0, 0) is its top left corner, (1, 1) its bottom right one.
@frozen
public struct UnitPoint: Animatable, Hashable {
  /// The part of the width, from the left.
  public var x: Double
  /// The part of the height, from the top.
  public var y: Double

  /// The point at the fractions `x` of the width and `y` of the height.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  @inlinable public static var topLeading: Self { Self(x: 0, y: 0) }

  /// The middle.
  @inlinable public static var center: Self { Self(x: 0.5, y: 0.5) }

  /// Both coordinates, animated together.
  @inlinable public var animatableData: AnimatablePair<Double, Double> {
    get { AnimatablePair(x, y) }
    set { (x, y) = (newValue.first, newValue.second) }
  }
}

#if !hasFeature(Embedded)
extension UnitPoint: Codable {}
#endif
