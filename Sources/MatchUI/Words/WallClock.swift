// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// The local date and time, for saying when something happened.
package struct WallClock: Sendable {
  /// Now.
  package var now: ServerTime
  /// Local time minus UTC, in seconds, at a moment given in seconds since 1970.
  package var offset: @Sendable (Int64) -> Int64

  /// A clock.
  package init(now: ServerTime, offset: @escaping @Sendable (Int64) -> Int64) {
    self.now = now
    self.offset = offset
  }

  /// `3 min ago`, or the local date and time if it is a day ago or more.
  package func words(for moment: ServerTime) -> String {
    let seconds = moment.microseconds.floored(by: 1_000_000)
    let minutes = max(now.microseconds.floored(by: 1_000_000) - seconds, 0) / 60
    switch minutes {
    case 0: return "just now"
    case 1..<60: return "\(minutes) min ago"
    case 60..<1440: return "\(minutes / 60) h ago"
    default: return Self.date(seconds + offset(seconds))
    }
  }

  /// Date and minute, such as `2026-11-22 08:15`, of seconds since 1970.
  static func date(_ seconds: Int64) -> String {
    let minutes = seconds.floored(by: 60)
    let (day, minute) = (minutes.floored(by: 1440), minutes - 1440 * minutes.floored(by: 1440))
    return Day(number: Int(day)).description + " " + Int(minute / 60).padded(to: 2) + ":"
      + Int(minute % 60).padded(to: 2)
  }
}

extension Int64 {
  /// The quotient rounded down.
  fileprivate func floored(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
