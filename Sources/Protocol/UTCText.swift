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
    let day = Day(number: Int((seconds - time) / secondsPerDay))
    return day.description + "T" + padded(time / 3600, to: 2) + ":" + padded(time / 60 % 60, to: 2)
      + ":" + padded(time % 60, to: 2)
      + (milliseconds.map { "." + padded(Int64($0), to: 3) } ?? "") + "Z"
  }

  private static let secondsPerDay: Int64 = 86_400

  private static func padded(_ number: Int64, to digits: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

extension ServerTime {
  /// The time in UTC, to the second: `2026-11-22T10:15:00Z`.
  package var utcText: String { UTCText.text(seconds: microseconds / 1_000_000) }
}
