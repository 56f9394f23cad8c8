// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A rectangle with upright sides: a place and a size, which move together.
@frozen
public struct Rect: Animatable, Hashable {
  /// The top left corner.
  public var origin: Point
  /// The extent to the right and downwards.
  public var size: Size

  /// The rectangle of `size` whose top left corner is `origin`.
  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// The rectangle of `width` by `height` whose top left corner is at `x`, `y`.
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The place of `anchor` within this rectangle.
  @inlinable
  public func point(at anchor: UnitPoint) -> Point {
    Point(x: origin.x + size.width * anchor.x, y: origin.y + size.height * anchor.y)
  }

  /// Place and size, which move together.
  @inlinable public var animatableData: AnimatablePair<Point.AnimatableData, Size.AnimatableData>
  {
    get { AnimatablePair(origin.animatableData, size.animatableData) }
    set { (origin.animatableData, size.animatableData) = (newValue.first, newValue.second) }
  }
}

#if !hasFeature(Embedded)
extension Rect: Codable {}
#endif
