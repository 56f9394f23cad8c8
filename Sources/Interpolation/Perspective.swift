// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A rectangle rotated about its vertical axis and seen from the front: SwiftUI's
/// `rotation3DEffect` about the y axis.
///
/// A positive angle pushes the right edge away. The eye is at the rectangle's longer side divided
/// by `strength` from it.
public struct Perspective: Hashable, Sendable {
  /// The strength of the perspective: 0 is none, 1 is SwiftUI's default.
  public var strength: Double

  /// A perspective of this strength.
  public init(strength: Double = 1) { self.strength = strength }

  /// Projects `place` on a rectangle of `size` turned by `angle`; in the rectangle's units, from
  /// its top left corner.
  public func project(_ place: UnitPoint, of size: Size, turnedBy angle: Angle) -> Point {
    let (x, y) = ((place.x - 0.5) * size.width, (place.y - 0.5) * size.height)
    let distance = max(size.width, size.height)
    let depth = distance > 0 ? 1 + x * sine(angle.radians) * strength / distance : 1
    return Point(
      x: size.width / 2 + x * cosine(angle.radians) / depth, y: size.height / 2 + y / depth)
  }
}
