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
    let date = civil(day: day)
    return
      "\(date.year)-\(two(date.month))-\(two(date.day)) \(two(minute / 60)):\(two(minute % 60))"
  }

  /// The date of a day counted from 1 January 1970 (Howard Hinnant's `civil_from_days`).
  private static func civil(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = shifted.floored(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Int64 {
  /// The quotient rounded down.
  fileprivate func floored(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
