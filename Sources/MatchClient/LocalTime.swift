// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// An instant on the local clock, in microseconds since an arbitrary origin.
///
/// The clock counts through sleep and never jumps; wall clocks are not used.
package struct LocalTime: Hashable, Comparable, Sendable {
  /// Microseconds since the origin.
  package var microseconds: Int64

  /// The instant `microseconds` after the origin.
  package init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Whether `left` is earlier.
  package static func < (left: Self, right: Self) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The instant `duration` later.
  package static func + (time: Self, duration: Duration) -> Self {
    let sum = time.microseconds.addingReportingOverflow(duration.wholeMicroseconds)
    guard sum.overflow else { return Self(microseconds: sum.partialValue) }
    return Self(microseconds: duration < .zero ? .min : .max)
  }

  /// How much later `left` is than `right`; saturates.
  package static func - (left: Self, right: Self) -> Duration {
    let (difference, overflow) = left.microseconds.subtractingReportingOverflow(right.microseconds)
    guard overflow else { return .microseconds(difference) }
    return .microseconds(left < right ? Int64.min : Int64.max)
  }
}
