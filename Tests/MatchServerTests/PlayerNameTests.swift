// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import MatchServer

@Suite("The rule for players' names", .timeLimit(.minutes(1)))
struct PlayerNameTests {
  private func refusal(of name: String) -> Refusal? {
    do throws(Refusal) {
      _ = try PlayerName.check(name, limit: 24)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "accepts names of every script, accents on letters, and emoji of one scalar or two",
    arguments: [
      "Ann", "Zoë", "Zoe\u{308}", "Nguyễn", "O'Neill-Smith", "Łukasz", "李小龍", "ジャン・ポール", "अनिल",
      "محمد", "🦊", "👍🏽", "🇩🇰", "x", "A B",
    ])
  func takes(name: String) throws {
    #expect(try PlayerName.check(name, limit: 24) == name)
  }

  @Test("removes the spaces around a name")
  func trims() throws {
    #expect(try PlayerName.check("  Ann Lee ", limit: 24) == "Ann Lee")
  }

  @Test(
    "refuses invisible scalars, alone and within a look-alike name",
    arguments: [
      "\u{3164}", "\u{2800}", "\u{fe0f}", "A\u{34f}nn", "A\u{e0100}nn", "\u{17b4}", "A\u{17b4}nn",
      "\u{115f}\u{1160}", "\u{ffa0}", "A\u{200b}nn", "A\u{ad}nn", "\u{1d159}", "\u{16fe4}",
      "A\u{2028}nn", "A\u{202e}nn", "A\u{a0}nn", "❤\u{fe0f}",
    ])
  func invisible(name: String) {
    #expect(refusal(of: name)?.code == .sessionBadName)
  }

  @Test("refuses emoji joined from several, such as a family")
  func family() {
    #expect(refusal(of: "👩\u{200d}👩\u{200d}👧")?.code == .sessionBadName)
  }

  @Test(
    "refuses an accent without a letter",
    arguments: ["\u{301}", "\u{301}nn", "A \u{301}", " \u{301}"])
  func accents(name: String) {
    #expect(refusal(of: name)?.code == .sessionBadName)
  }

  @Test(
    "refuses a dot that imitates the mark between a name and its fingerprint",
    arguments: [
      "Ann ·k7q2", "Ann ·guest", "Ann ·bot", "·", "Ann \u{387}k7q2", "Ann \u{22c5}k7q2",
      "Ann \u{2219}k7q2", "Ann \u{2027}k7q2", "Ann \u{ff65}k7q2",
    ])
  func marks(name: String) {
    #expect(refusal(of: name)?.code == .sessionBadName)
  }

  @Test("rejects an empty name and one that is too long, and states the limits")
  func sentence() throws {
    #expect(refusal(of: "   ")?.code == .sessionBadName)
    let long = try #require(refusal(of: String(repeating: "a", count: 25)))
    let allowed = try #require(long.fact("allowed"))
    #expect(allowed.hasPrefix("1 to 24 characters, all visible: ") && allowed.hasSuffix("\"·\""))
    #expect(allowed.count <= 120, "Clients cut it there.")
  }
}
