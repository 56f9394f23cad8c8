// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A value that can be added, subtracted and scaled, and so animated.
///
/// The counterpart of SwiftUI's protocol of the same name. All parts of a vector share one
/// animation and come to rest together.
public protocol VectorArithmetic: AdditiveArithmetic, Sendable {
  /// Multiplies every part by `factor`.
  mutating func scale(by factor: Double)

  /// The sum of the squares of all parts.
  ///
  /// It decides when a spring has settled, relative to its start: the parts of a vector should be
  /// of comparable size, in whatever unit.
  var magnitudeSquared: Double { get }
}

extension VectorArithmetic {
  /// This vector with every part multiplied by `factor`.
  @inlinable
  public func scaled(by factor: Double) -> Self {
    var result = self
    result.scale(by: factor)
    return result
  }

  /// This vector moved towards `other` by `amount`: 0 leaves it, 1 reaches `other`.
  @inlinable
  public func interpolated(towards other: Self, amount: Double) -> Self {
    self + (other - self).scaled(by: amount)
  }
}

extension Double: VectorArithmetic {
  /// Multiplies by `factor`.
  @inlinable
  public mutating func scale(by factor: Double) { self *= factor }

  /// The square.
  @inlinable public var magnitudeSquared: Double { self * self }
}

extension Float: VectorArithmetic {
  /// Multiplies by `factor`, in double precision, and rounds.
  @inlinable
  public mutating func scale(by factor: Double) { self = Float(Double(self) * factor) }

  /// The square.
  @inlinable public var magnitudeSquared: Double { Double(self) * Double(self) }
}
