// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A day of the Gregorian calendar in UTC, as server time counts it.
public struct Day: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number of days since 1 January 1970.
  public var number: Int

  /// The day so many days after 1 January 1970.
  public init(number: Int) { self.number = number }

  /// The day of an instant.
  public init(_ time: ServerTime) {
    let length = Self.length.wholeMicroseconds
    let rest = ((time.microseconds % length) + length) % length
    number = Int((time.microseconds - rest) / length)
  }

  /// The day that a text such as `2026-11-27` names, of the years 1 to 9999; nil for any other text.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10 else { return nil }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reduce(0) { 10 * $0 + Int($1) - 48 }
    }
    self.init(year: number(0..<4), month: number(5..<7), day: number(8..<10))
    // Whatever is no number, or no day of its month, is written differently.
    guard description == text else { return nil }
  }

  /// The day of a date; a month or a day out of range names some other day.
  private init(year: Int, month: Int, day: Int) {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - 400 * era
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = era * Self.perEra + dayOfEra - Self.fromYear0To1970
  }

  /// When it begins.
  public var begins: ServerTime { .zero + Self.length * number }

  /// When it ends: the next day begins.
  public var ends: ServerTime { next.begins }

  /// The day after it.
  public var next: Day { Day(number: number + 1) }

  /// The day before it.
  public var previous: Day { Day(number: number - 1) }

  /// The date, such as `2026-11-27`.
  public var description: String {
    let (year, month, day) = date
    return year.padded(to: 4) + "-" + month.padded(to: 2) + "-" + day.padded(to: 2)
  }

  /// Whether `left` is earlier.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  /// The length of a day; server time knows no leap seconds.
  public static let length = Duration.seconds(86_400)

  private static let (perEra, fromYear0To1970) = (146_097, 719_468)

  /// Year, month and day.
  ///
  /// Years are counted from March, so that a leap day is the last of its year, and the lengths of
  /// the months before it repeat every five (31, 30, 31, 30, 31).
  private var date: (year: Int, month: Int, day: Int) {
    let shifted = number + Self.fromYear0To1970
    let dayOfEra = ((shifted % Self.perEra) + Self.perEra) % Self.perEra
    let era = (shifted - dayOfEra) / Self.perEra
    // Without the leap days before it, every year has 365 days.
    let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / (Self.perEra - 1)
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
  }
}

extension Int {
  /// The digits of a number that is not negative, with zeros before them up to this many.
  package func padded(to digits: Int) -> String {
    let text = "\(self)"
    return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
  }
}
