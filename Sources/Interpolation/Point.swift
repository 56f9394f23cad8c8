// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A place in the plane, in the units of the table it lies on; y grows downwards.
@frozen
public struct Point: Animatable, Hashable {
  /// The horizontal coordinate, to the right.
  public var x: Double
  /// The vertical coordinate, downwards.
  public var y: Double

  /// The place `x` to the right and `y` down.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  @inlinable public static var zero: Self { Self(x: 0, y: 0) }

  /// Both coordinates, animated together.
  @inlinable public var animatableData: AnimatablePair<Double, Double> {
    get { AnimatablePair(x, y) }
    set { (x, y) = (newValue.first, newValue.second) }
  }
}

#if !hasFeature(Embedded)
extension Point: Codable {}
#endif
