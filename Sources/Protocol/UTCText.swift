// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
internal import Glibc

/// Times as RFC 3339 writes them, in UTC.
package enum UTCText {
  /// A Unix time; to the second without `milliseconds`.
  package static func text(seconds: Int, milliseconds: Int? = nil) -> String {
    assert((0...999).contains(milliseconds ?? 0), "A time has at most 999 ms.")
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0), to: 2) }
    return padded(date[0], to: 4) + "-"
      + date[1...].map { padded($0, to: 2) }.joined(separator: "-") + "T"
      + time.joined(separator: ":") + (milliseconds.map { "." + padded($0, to: 3) } ?? "") + "Z"
  }

  private static func padded(_ number: Int, to digits: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

extension ServerTime {
  /// The time in UTC, to the second: `2026-11-22T10:15:00Z`.
  package var utcText: String { UTCText.text(seconds: Int(microseconds / 1_000_000)) }
}
