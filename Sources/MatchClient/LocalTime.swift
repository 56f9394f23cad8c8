// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// An instant on the local clock, in microseconds since an arbitrary origin.
///
/// The clock counts through sleep and never jumps; wall clocks are not used.
public struct LocalTime: Hashable, Comparable, Sendable {
  /// Microseconds since the origin.
  public var microseconds: Int64

  /// The instant `microseconds` after the origin.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Whether `left` is earlier.
  public static func < (left: Self, right: Self) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The instant `duration` later.
  public static func + (time: Self, duration: Duration) -> Self {
    let sum = time.microseconds.addingReportingOverflow(duration.wholeMicroseconds)
    guard sum.overflow else { return Self(microseconds: sum.partialValue) }
    return Self(microseconds: duration < .zero ? .min : .max)
  }

  /// How much later `left` is than `right`; saturates.
  public static func - (left: Self, right: Self) -> Duration {
    let (difference, overflow) = left.microseconds.subtractingReportingOverflow(right.microseconds)
    guard overflow else { return .microseconds(difference) }
    return .microseconds(left < right ? Int64.min : Int64.max)
  }
}

/// Reads the local clock.
public struct LocalClock: Sendable {
  private let origin = ContinuousClock.now
  private let wakingOrigin = SuspendingClock.now

  /// A clock whose origin is now.
  public init() {}

  /// The time now.
  public var now: LocalTime {
    LocalTime(microseconds: 0) + origin.duration(to: .now)
  }

  /// How long the machine has slept since the origin.
  public var slept: Duration {
    origin.duration(to: .now) - wakingOrigin.duration(to: .now)
  }
}
