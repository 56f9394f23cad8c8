// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import MatchServer

@Suite("A time span in operators' notation", .timeLimit(.minutes(1)))
struct SpanTextTests {
  @Test(
    "is parsed in its unit, up to ten years",
    arguments: [
      ("45s", 45), ("10m", 600), ("2h", 7200), ("7d", 604_800), ("2w", 1_209_600),
      ("0010m", 600), ("3650d", 315_360_000), ("521w", 315_100_800),
    ] as [(String, Int64)])
  func reads(text: String, seconds: Int64) throws {
    #expect(try SpanText.seconds(text) == seconds)
  }

  @Test(
    "is rejected if it is malformed",
    arguments: ["", "7", "d", "-1d", "+1d", "1.5h", "1 d", "1D", "1y", "1h2m"])
  func nonsense(text: String) {
    #expect(throws: SpanText.Problem.form) { try SpanText.seconds(text) }
  }

  @Test(
    "is rejected below a second and above ten years, with any number of digits",
    arguments: [
      "0s", "00w", "3651d", "522w", "9999999999999999s", "999999999w",
      "99999999999999999999999999999999d",
    ])
  func bounds(text: String) {
    #expect(throws: SpanText.Problem.bounds) { try SpanText.seconds(text) }
  }

  @Test(
    "is printed in its two largest units",
    arguments: [
      (0, "0s"), (-5, "0s"), (59, "59s"), (60, "1m 0s"), (3661, "1h 1m"), (90_000, "1d 1h"),
      (864_000, "10d 0h"),
    ] as [(Int64, String)])
  func writes(seconds: Int64, text: String) {
    #expect(SpanText.text(seconds) == text)
  }
}
