// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Match settings", .timeLimit(.minutes(1)))
struct MatchSettingsTests {
  @Test(
    "that can be played are accepted, to the ends of their ranges",
    arguments: [
      MatchSettings(), MatchSettings(pairs: 2), MatchSettings(pairs: 32), MatchSettings(seats: 1),
      MatchSettings(seats: 8), MatchSettings(mode: .classic), MatchSettings(turnLimit: .zero),
      MatchSettings(turnLimit: .seconds(5)), MatchSettings(turnLimit: .seconds(120)),
      MatchSettings(bonusLimit: .zero), MatchSettings(bonusLimit: .seconds(30)),
      MatchSettings(reveal: .seconds(1)), MatchSettings(reveal: .seconds(4)),
      MatchSettings(shuffle: .off), MatchSettings(theme: "workshop"),
      MatchSettings(audience: .unlisted), MatchSettings(audience: .locked),
      MatchSettings(mode: .oneFlip), MatchSettings(mode: .blitz), MatchSettings(mode: .zen),
      MatchSettings(mode: .blitz, turnLimit: .zero), MatchSettings(shuffleEvery: 4),
      MatchSettings(shuffleEvery: 32), MatchSettings(shuffle: .blind),
      MatchSettings(shuffle: .blind, shuffleEvery: 8),
    ])
  func accepted(_ settings: MatchSettings) {
    #expect(refusal { () throws(Refusal) in try settings.validate() } == nil)
  }

  @Test(
    "that cannot be played are refused naming the field, its value and what it may be",
    arguments: [
      (MatchSettings(pairs: 1), "pairs", "1", "2...32"),
      (MatchSettings(pairs: 33), "pairs", "33", "2...32"),
      (MatchSettings(seats: 0), "seats", "0", "1...8"),
      (MatchSettings(seats: 9), "seats", "9", "1...8"),
      (
        MatchSettings(mode: .blitz, turnLimit: .seconds(121)), "turn_limit_ms", "121000",
        "0, 5000...120000"
      ),
      (
        MatchSettings(turnLimit: .milliseconds(4999)), "turn_limit_ms", "4999", "0, 5000...120000"
      ),
      (MatchSettings(turnLimit: .seconds(-1)), "turn_limit_ms", "-1000", "0, 5000...120000"),
      (
        MatchSettings(bonusLimit: .milliseconds(30_001)), "bonus_limit_ms", "30001", "0...30000"
      ),
      (MatchSettings(reveal: .zero), "reveal_ms", "0", "1000...4000"),
      (MatchSettings(reveal: .milliseconds(4001)), "reveal_ms", "4001", "1000...4000"),
      (MatchSettings(shuffleEvery: 3), "shuffle_every", "3", "0, 4...32"),
      (MatchSettings(shuffleEvery: 33), "shuffle_every", "33", "0, 4...32"),
      (MatchSettings(shuffleEvery: -1), "shuffle_every", "-1", "0, 4...32"),
      (MatchSettings(shuffle: .off, shuffleEvery: 4), "shuffle_every", "4", "0"),
      (MatchSettings(isRated: true), "rated", "true", "false"),
      (
        MatchSettings(theme: "cats"), "theme", "cats",
        "random, animals, sea_sky, garden, food, travel, sports, festival, workshop, shapes"
      ),
      (
        MatchSettings(spectatorDelay: .seconds(121)), "spectator_delay_ms", "121000", "0...120000"
      ),
    ])
  func refused(settings: MatchSettings, field: String, value: String, allowed: String) {
    let refusal = refusal { () throws(Refusal) in try settings.validateChoice() }
    #expect(refusal == .outOfRange(field, value: value, allowed: allowed))
    #expect(refusal?.code == .settingsOutOfRange)
    #expect(refusal?.fact("field") == field)
    #expect(refusal?.fact("nothing") == nil)
  }

  @Test("of a rated table are played by, in the modes that are rated, and chosen by nobody")
  func rated() throws {
    let table = try MatchSettings.quick(mode: .memorize, seats: 2, isRated: true)
    #expect(refusal { () throws(Refusal) in try table.validate() } == nil)
    let refused = Refusal.outOfRange("rated", value: "true", allowed: "false")
    #expect(refusal { () throws(Refusal) in try table.validateChoice() } == refused)
    for mode in MatchSettings.Mode.allCases where !MatchSettings.Mode.rated.contains(mode) {
      let settings = MatchSettings(seats: mode.rules.usualSeats, mode: mode, isRated: true)
      #expect(refusal { () throws(Refusal) in try settings.validate() } == refused)
    }
  }
}
