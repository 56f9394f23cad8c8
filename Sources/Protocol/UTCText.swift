// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
internal import Glibc

extension ServerTime {
  /// The time in UTC as RFC 3339 writes it, to the second: `2026-11-22T10:15:00Z`.
  package var utcText: String {
    var seconds = time_t(microseconds / 1_000_000)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "\(seconds)" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }
}
