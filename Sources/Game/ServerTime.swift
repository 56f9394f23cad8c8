// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// An instant in server time, in whole microseconds; server time never runs backwards.
///
/// The rules receive times and never read a clock. A client converts with its estimate of the
/// server's clock.
public struct ServerTime: Hashable, Comparable, Sendable {
  /// Microseconds since the scale's zero (the wall clock's epoch when a server first starts).
  public var microseconds: Int64

  /// The instant `microseconds` after the scale's zero.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// The origin, earlier than anything that ever happens in a room.
  public static let zero = ServerTime(microseconds: 0)

  /// Whether `left` is earlier.
  public static func < (left: Self, right: Self) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The instant `duration` later; saturates at the ends of the scale.
  public static func + (time: Self, duration: Duration) -> Self {
    let (sum, overflow) = time.microseconds.addingReportingOverflow(duration.wholeMicroseconds)
    guard overflow else { return Self(microseconds: sum) }
    return Self(microseconds: duration < .zero ? .min : .max)
  }

  /// The instant `duration` earlier; saturates at the ends of the scale.
  public static func - (time: Self, duration: Duration) -> Self {
    let (difference, overflow) = time.microseconds.subtractingReportingOverflow(
      duration.wholeMicroseconds)
    guard overflow else { return Self(microseconds: difference) }
    return Self(microseconds: duration < .zero ? .max : .min)
  }

  /// How much later `left` is than `right`, negative if it is earlier; saturates.
  public static func - (left: Self, right: Self) -> Duration {
    let (difference, overflow) = left.microseconds.subtractingReportingOverflow(right.microseconds)
    guard overflow else { return .microseconds(difference) }
    return .microseconds(left < right ? Int64.min : Int64.max)
  }
}

/// The earlier of two times, where nil is never.
public func earlier(_ one: ServerTime?, _ other: ServerTime?) -> ServerTime? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}

extension Duration {
  /// The duration in whole microseconds, rounded towards zero; saturates.
  public var wholeMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !overflow else { return seconds < 0 ? .min + 1 : .max }
    let (sum, carry) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return carry ? (seconds < 0 ? .min + 1 : .max) : sum
  }

  /// The duration in whole milliseconds, rounded towards zero; saturates.
  public var wholeMilliseconds: Int64 { wholeMicroseconds / 1000 }
}
