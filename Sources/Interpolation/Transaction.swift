// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How changes made together are animated.
///
/// An entry of a log opens one transaction, which animates everything the entry changes unless a
/// scope closer to the change overrides it. The counterpart of SwiftUI's `Transaction`; here it is
/// a value that is passed on, not the state of a running program.
public struct Transaction: Hashable, Sendable {
  /// The animation of the changes; nil shows them at once.
  public var animation: Animation?

  /// Whether scopes bound to a value (``scoped(by:value:previous:)``) leave this transaction alone.
  public var disablesAnimations: Bool

  /// A transaction with `animation`, or without any.
  public init(animation: Animation? = nil, disablesAnimations: Bool = false) {
    self.animation = animation
    self.disablesAnimations = disablesAnimations
  }

  /// This transaction within an explicit animation, SwiftUI's `withAnimation`; the innermost wins.
  public func withAnimation(_ animation: Animation? = .default) -> Self {
    Transaction(animation: animation, disablesAnimations: disablesAnimations)
  }

  /// This transaction within a scope bound to a value: SwiftUI's `animation(_:value:)`.
  ///
  /// If `value` differs from what it was at the previous entry, the scope's animation replaces the
  /// transaction's (nil makes the changes show at once); otherwise the transaction passes. Called
  /// from the outermost scope to the innermost, the innermost whose value changed wins, also over
  /// an explicit animation. A first appearance, with `previous` nil, is no change.
  public func scoped<Value: Equatable>(
    by animation: Animation?, value: Value, previous: Value?
  ) -> Self {
    guard let previous, previous != value, !disablesAnimations else { return self }
    return Transaction(animation: animation)
  }

  /// When everything that a transaction animated is complete: the latest of `ends`, or `start`, its
  /// own time, if it animated nothing.
  ///
  /// Pass the ``Track/completion(_:at:)`` of each track that the transaction changed.
  public static func completion(startingAt start: Double, of ends: some Sequence<Double>) -> Double
  {
    ends.reduce(start, max)
  }
}

#if !hasFeature(Embedded)
extension Transaction: Codable {}
#endif
