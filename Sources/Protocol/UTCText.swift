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
    let time = Int(((seconds % secondsPerDay) + secondsPerDay) % secondsPerDay)
    let day = Day(number: Int((seconds - Int64(time)) / secondsPerDay))
    return day.description + "T" + (time / 3600).padded(to: 2) + ":"
      + (time / 60 % 60).padded(to: 2) + ":" + (time % 60).padded(to: 2)
      + (milliseconds.map { "." + $0.padded(to: 3) } ?? "") + "Z"
  }

  private static let secondsPerDay: Int64 = 86_400
}

extension ServerTime {
  /// The time in UTC, to the second: `2026-11-22T10:15:00Z`.
  package var utcText: String { UTCText.text(seconds: microseconds / 1_000_000) }
}
