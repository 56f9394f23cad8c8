// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A width and a height, or a way to go, in the units of the table.
@frozen
public struct Size: Animatable, Hashable {
  /// The width, or an offset to the right.
  public var width: Double
  /// The height, or an offset downwards.
  public var height: Double

  /// A size of `width` by `height`.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Zero width and height.
  @inlinable public static var zero: Self { Self(width: 0, height: 0) }

  /// Width and height, animated together.
  @inlinable public var animatableData: AnimatablePair<Double, Double> {
    get { AnimatablePair(width, height) }
    set { (width, height) = (newValue.first, newValue.second) }
  }
}

#if !hasFeature(Embedded)
extension Size: Codable {}
#endif
