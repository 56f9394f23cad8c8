// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// Times as RFC 3339 writes them, in UTC.
package enum UTCText {
  /// A Unix time; to the second without `milliseconds`.
  ///
  /// - Parameters:
  ///   - seconds: since 1970, of the years 0 to 9999.
  ///   - milliseconds: of that second, 0 to 999; nil to leave them out.
  /// - Returns: the text, such as `2026-11-22T10:15:00.123Z`.
  package static func text(seconds: Int64, milliseconds: Int? = nil) -> String {
    assert((0...999).contains(milliseconds ?? 0), "A time has at most 999 ms.")
    let time = ((seconds % secondsPerDay) + secondsPerDay) % secondsPerDay
    let (year, month, day) = date(afterDays: (seconds - time) / secondsPerDay)
    return padded(year, to: 4) + "-" + padded(month, to: 2) + "-" + padded(day, to: 2) + "T"
      + padded(time / 3600, to: 2) + ":" + padded(time / 60 % 60, to: 2) + ":"
      + padded(time % 60, to: 2) + (milliseconds.map { "." + padded(Int64($0), to: 3) } ?? "") + "Z"
  }

  private static let secondsPerDay: Int64 = 86_400

  /// The Gregorian date of a day after 1 January 1970.
  ///
  /// Years are counted from March, so that a leap day is the last of its year, and the lengths of
  /// the months before it repeat every five (31, 30, 31, 30, 31).
  private static func date(afterDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (daysPerEra, daysFromYear0To1970) = (Int64(146_097), Int64(719_468))
    let shifted = days + daysFromYear0To1970
    let dayOfEra = ((shifted % daysPerEra) + daysPerEra) % daysPerEra
    let era = (shifted - dayOfEra) / daysPerEra
    // Without the leap days before it, every year has 365 days.
    let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / (daysPerEra - 1)
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
  }

  private static func padded(_ number: Int64, to digits: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

extension ServerTime {
  /// The time in UTC, to the second: `2026-11-22T10:15:00Z`.
  package var utcText: String { UTCText.text(seconds: microseconds / 1_000_000) }
}
