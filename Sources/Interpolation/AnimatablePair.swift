// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Two vectors animated as one.
///
/// Pairs nest, so any number of parts can share one animation and come to rest together. The
/// counterpart of SwiftUI's type of the same name.
@frozen
public struct AnimatablePair<First: VectorArithmetic, Second: VectorArithmetic>:
  VectorArithmetic, Animatable
{
  /// The first vector.
  public var first: First
  /// The second vector.
  public var second: Second

  /// The pair of `first` and `second`.
  @inlinable
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// The pair of two zeros.
  @inlinable public static var zero: Self { Self(.zero, .zero) }

  /// The sums of the firsts and of the seconds.
  @inlinable
  public static func + (left: Self, right: Self) -> Self {
    Self(left.first + right.first, left.second + right.second)
  }

  /// The differences of the firsts and of the seconds.
  @inlinable
  public static func - (left: Self, right: Self) -> Self {
    Self(left.first - right.first, left.second - right.second)
  }

  /// Multiplies both by `factor`.
  @inlinable
  public mutating func scale(by factor: Double) {
    first.scale(by: factor)
    second.scale(by: factor)
  }

  /// The sum of both squares.
  @inlinable public var magnitudeSquared: Double {
    first.magnitudeSquared + second.magnitudeSquared
  }
}

extension AnimatablePair: Hashable where First: Hashable, Second: Hashable {}

#if !hasFeature(Embedded)
extension AnimatablePair: Codable where First: Codable, Second: Codable {}
#endif
