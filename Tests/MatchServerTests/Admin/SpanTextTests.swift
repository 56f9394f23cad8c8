// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import MatchServer

@Suite("A length of time as hosts write it", .timeLimit(.minutes(1)))
struct SpanTextTests {
  @Test(
    "is read in its unit, within ten years",
    arguments: [
      ("45s", 45), ("10m", 600), ("2h", 7200), ("7d", 604_800), ("2w", 1_209_600),
      ("3650d", 315_360_000), ("3651d", nil), ("0s", nil), ("", nil), ("7", nil), ("d", nil),
      ("-1d", nil), ("+1d", nil), ("1.5h", nil), ("1 d", nil), ("1D", nil), ("1y", nil),
      ("9999999999999999s", nil), ("999999999w", nil),
    ] as [(String, Int64?)])
  func reads(text: String, seconds: Int64?) {
    #expect(SpanText.seconds(text) == seconds)
  }

  @Test(
    "is written in its two greatest units",
    arguments: [
      (0, "0s"), (-5, "0s"), (59, "59s"), (60, "1m 0s"), (3661, "1h 1m"), (90_000, "1d 1h"),
      (864_000, "10d 0h"),
    ] as [(Int64, String)])
  func writes(seconds: Int64, text: String) {
    #expect(SpanText.text(seconds) == text)
  }
}
