// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Refusal codes", .timeLimit(.minutes(1)))
struct RefusalCodeTests {
  private static let families = [
    "play", "room", "settings", "request", "intent", "session", "journal", "server",
    "refusal", "limit", "slow", "replay", "profile",
  ]

  @Test("are one family and one name in lower case", arguments: RefusalCode.allCases)
  func form(_ code: RefusalCode) throws {
    let parts = code.rawValue.split(separator: "/", omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    #expect(Self.families.contains(String(parts[0])))
    #expect(!parts[1].isEmpty)
    #expect(parts[1].allSatisfy { $0 == "_" || ("a"..."z").contains($0) })
  }

  @Test(
    "keep the strings clients know",
    arguments: [
      (RefusalCode.playNotYourTurn, "play/not_your_turn"), (.playTooEarly, "play/too_early"),
      (.playStillShowing, "play/still_showing"), (.playStale, "play/stale"),
      (.roomFull, "room/full"), (.roomUnknownCode, "room/unknown_code"),
      (.settingsOutOfRange, "settings/out_of_range"), (.intentExpired, "intent/expired"),
      (.journalUnavailable, "journal/unavailable"), (.journalRegressed, "journal/regressed"),
      (.serverElsewhere, "server/elsewhere"), (.sessionNotRelay, "session/not_relay"),
    ])
  func stable(code: RefusalCode, string: String) {
    #expect(code.rawValue == string)
  }
}
