// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A value whose appearance follows from a vector, ``animatableData``.
///
/// A custom type names its animated parts; the others follow the model at once:
///
/// ```swift
/// struct Pie: Animatable {
///   var start: Angle
///   var end: Angle
///   var clockwise = true
///
///   var animatableData: AnimatablePair<Double, Double> {
///     get { AnimatablePair(start.radians, end.radians) }
///     set { (start.radians, end.radians) = (newValue.first, newValue.second) }
///   }
/// }
/// ```
///
/// The counterpart of SwiftUI's protocol of the same name.
public protocol Animatable: Sendable {
  /// The type of the animated vector.
  associatedtype AnimatableData: VectorArithmetic

  /// The animated parts of this value, as one vector.
  var animatableData: AnimatableData { get set }
}

extension Animatable where Self: VectorArithmetic {
  /// A vector is animated as a whole.
  @inlinable public var animatableData: Self {
    get { self }
    set { self = newValue }
  }
}

extension Double: Animatable {}
extension Float: Animatable {}
