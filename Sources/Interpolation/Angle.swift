// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// An angle, kept in radians.
@frozen
public struct Angle: Animatable, Hashable {
  /// The angle in radians; a full turn is two pi.
  public var radians: Double

  /// An angle of `radians`.
  @inlinable
  public init(radians: Double) { self.radians = radians }

  /// An angle of `degrees`; a full turn is 360.
  @inlinable
  public init(degrees: Double) { radians = degrees * .pi / 180 }

  /// An angle of `radians`.
  @inlinable
  public static func radians(_ radians: Double) -> Self { Self(radians: radians) }

  /// An angle of `degrees`; a full turn is 360.
  @inlinable
  public static func degrees(_ degrees: Double) -> Self { Self(degrees: degrees) }

  /// The angle in degrees; a full turn is 360.
  @inlinable public var degrees: Double {
    get { radians * 180 / .pi }
    set { radians = newValue * .pi / 180 }
  }

  /// The angle in radians, which is animated.
  @inlinable public var animatableData: Double {
    get { radians }
    set { radians = newValue }
  }
}

#if !hasFeature(Embedded)
extension Angle: Codable {}
#endif
