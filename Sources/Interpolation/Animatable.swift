// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A value whose look at any moment follows from a vector, ``animatableData``.
///
/// A type of one's own says which of its parts move; the rest follow the model at once:
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
/// It stands for SwiftUI's protocol of the same name.
public protocol Animatable: Sendable {
  /// The vector that moves.
  associatedtype AnimatableData: VectorArithmetic

  /// The parts of this value that move, as one vector.
  var animatableData: AnimatableData { get set }
}

extension Animatable where Self: VectorArithmetic {
  /// A vector moves as a whole.
  @inlinable public var animatableData: Self {
    get { self }
    set { self = newValue }
  }
}

extension Double: Animatable {}
extension Float: Animatable {}
