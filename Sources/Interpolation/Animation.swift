// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How a change is shown over time: a curve or a spring, optionally delayed, paced or repeated.
///
/// An animation is a value, never a closure: it can be compared, stored, sent, and sampled at any
/// time in any order. It is the counterpart of SwiftUI's `Animation`, whose names it keeps:
///
/// ```swift
/// var card = Track(Angle.degrees(0))
/// card.change(to: .degrees(180), at: 10, animation: .bouncy.delay(0.2))
/// card.value(at: 10.4).degrees  // on its way
/// ```
///
/// Modifiers nest, and the outermost (the last one called) sees the clock first:
/// `.linear.speed(2).delay(0.5)` waits half a second, `.linear.delay(0.5).speed(2)` a quarter.
///
/// Durations and delays are clamped to 0...1e9 seconds, speeds to 0...1e9; a parameter that is not
/// a number takes its default, or 0 if it has none.
public struct Animation: Hashable, Sendable {
  /// The animation before any modifier.
  @usableFromInline
  enum Base: Hashable, Sendable {
    case curve(UnitCurve, duration: Double)
    case spring(Spring)
    case interpolatingSpring(Spring, initialVelocity: Double)
  }

  /// A transformation of the outer clock into the inner one.
  enum Modifier: Hashable, Sendable {
    case delay(Double)
    case speed(Double)
    case repetition(Repetition)
  }

  @usableFromInline var base: Base
  /// The modifiers, innermost first.
  var modifiers: [Modifier] = []
  /// The elapsed time at which the change counts as complete although the animation still runs.
  var earlyLogicalCompletion: Double?
  /// How long the animation has any effect, in seconds.
  ///
  /// Beyond it a spring is as close to its target as floating point allows. Derived from the rest
  /// and cached, because every sample needs it.
  @usableFromInline var extent: Double

  init(_ base: Base) {
    self.base = base
    switch base {
    case .curve(_, let duration): extent = duration
    case .spring(let spring): extent = SpringMotion.extent(of: spring, initialVelocity: 0)
    case .interpolatingSpring(let spring, let velocity):
      extent = SpringMotion.extent(of: spring, initialVelocity: velocity)
    }
  }
}
