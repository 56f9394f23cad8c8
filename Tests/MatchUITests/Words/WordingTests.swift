// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import Testing

@testable import MatchUI

@Suite("Wording", .timeLimit(.minutes(1)))
struct WordingTests {
  @Test(
    "Other people's text cannot contain control characters",
    arguments: [
      ("Ana", "Ana"), ("  Ana \t B\n\n", "Ana B"), ("\u{1b}[2JAna", "[2JAna"),
      ("A\u{7}n\u{9b}a", "Ana"),
      ("\u{202e}anA", "anA"), ("\u{0}", ""), ("\u{200b}\u{feff}", ""), ("\u{301}", ""),
      ("Zoe\u{308}", "Zoe\u{308}"), ("漢字🐸", "漢字🐸"), ("नि", "नि"), ("a\u{2028}b", "a b"),
      ("\u{e000}x", "x"), ("\r\nx", "x"),
    ])
  func harmless(text: String, shown: String) {
    #expect(Array(text.harmless(limit: 24).unicodeScalars) == Array(shown.unicodeScalars))
  }

  @Test("Long text is cut, and excess combining marks are removed")
  func bounded() {
    #expect(String(repeating: "x", count: 100).harmless(limit: 24).count == 24)
    let pile = "a" + String(repeating: "\u{301}", count: 1000)
    #expect(pile.harmless(limit: 24).unicodeScalars.count <= 8)
  }

  @Test("An operator's notice is marked as one, and controls no terminal")
  func notices() {
    #expect(
      Wording.notice("Back\u{1b}[2J at nine\nsharp") == "Server notice: Back[2J at nine sharp")
    #expect(Wording.notice(String(repeating: "x", count: 400)).count == 315)
  }

  @Test("An empty name becomes the seat's number")
  func names() {
    #expect(Wording.name(Player(name: "Ana"), seat: SeatIndex(0)) == "Ana")
    #expect(Wording.name(Player(name: "\u{1b}"), seat: SeatIndex(1)) == "Seat 2")
    #expect(Wording.name(nil, seat: SeatIndex(.max)) == "Seat \(Int.min)")
  }

  @Test("Each mode and way of shuffling is explained in a line")
  func explanations() {
    let lines =
      MatchSettings.Mode.accepted.map { Wording.sentence($0.rules.summary) }
      + MatchSettings.Shuffle.allCases.map { Wording.explanation(of: $0) }
    #expect(lines.allSatisfy { (20...80).contains($0.count) && $0.hasSuffix(".") })
    #expect(Set(lines).count == lines.count)
  }

  @Test("A zen result is shown beside the expectation for perfect play")
  func together() {
    #expect(
      Wording.together(turns: 33, pairs: 18)
        == "All pairs in 33 turns; a perfect memory needs 28.5 on average.")
    #expect(Wording.together(turns: 1, pairs: 1).contains("1 turn; a perfect memory needs 1.0"))
  }

  @Test("Every reason to lose a seat is told with what to do next, and unknown ones are named")
  func left() {
    let reasons = [
      "room/removed", "room/taken_over", "room/unready", "room/locked", "room/idle",
      "session/unknown", "room/gone", "room/new",
    ]
    let sentences = reasons.map { Wording.left($0) }
    #expect(Set(sentences).count == reasons.count)
    #expect(sentences.allSatisfy { $0.hasSuffix(".") && !$0.hasPrefix("room/") })
    #expect(Wording.left("room/unknown_code") == Wording.left("session/unknown"))
    #expect(Wording.left("room/new").contains("(room/new)"))
  }

  @Test("The connection is mentioned only while something is wrong with it")
  func line() {
    func line(_ level: ConnectionQuality.Level, _ roundTrip: Duration?) -> String {
      Wording.line(ConnectionQuality(level: level, roundTrip: roundTrip))
    }
    #expect(line(.good, .milliseconds(2)) == "" && line(.fair, .milliseconds(200)) == "")
    #expect(line(.poor, .milliseconds(400)) == "slow connection")
    #expect(line(.none, .milliseconds(9)) == "no answer" && line(.none, nil) == "")
  }

  @Test("A full room is watched, unless it takes no spectators")
  func entrance() {
    #expect(Wording.entrance(to: MatchSettings(), isFull: false) == "join")
    #expect(Wording.entrance(to: MatchSettings(), isFull: true) == "watch")
    var rated = MatchSettings()
    rated.isRated = true
    #expect(Wording.entrance(to: rated, isFull: false) == "watch")
    #expect(Wording.entrance(to: MatchSettings(audience: .locked), isFull: true) == nil)
  }

  @Test("A face is its emoji where that is drawn well, else its letters")
  func pictures() {
    let faces = ThemeFaces.standard
    let (kangaroo, panda) = (faces.face("animals", Face(0)), faces.face("animals", Face(2)))
    #expect(Pictures.allCases.map { $0.text(of: kangaroo) } == ["🦘", "KAN", "KAN"])
    #expect(Pictures.allCases.map { $0.text(of: panda) } == ["🐼", "🐼", "PAN"])
    let shape = faces.face("shapes", Face(0))
    #expect(Pictures.all.text(of: shape) == shape.code)
  }

  @Test("Numbers and lists read well")
  func numbers() {
    #expect(Wording.count(1, "point") == "1 point" && Wording.count(-1, "point") == "-1 point")
    #expect(Wording.count(0, "pair") == "0 pairs" && Wording.count(14, "point") == "14 points")
    #expect(Wording.signed(8) == "+8" && Wording.signed(-1) == "-1" && Wording.signed(0) == "+0")
    #expect(Wording.list([]) == "" && Wording.list(["Ana"]) == "Ana")
    #expect(Wording.list(["Ana", "Ben", "Cy"]) == "Ana, Ben and Cy")
  }

  @Test("The rules say what a pair brings and what mistakes cost, where that is not a point alone")
  func howToPlay() {
    func rules(_ mode: MatchSettings.Mode, bonus: Duration = .seconds(6)) -> String {
      Wording.howToPlay(MatchSettings(mode: mode, bonusLimit: bonus)).joined(separator: " ")
    }
    let points =
      "A pair brings 2 points, and 1 for each full second of bonus left. A mismatch costs 1 for each "
      + "card seen before. Missing your turn costs 2."
    for mode in [MatchSettings.Mode.memorize, .teams] {
      #expect(rules(mode).contains(points) && rules(mode).contains("coloured part"))
    }
    #expect(!rules(.memorize, bonus: .zero).contains("coloured part"))
    for mode in [MatchSettings.Mode.classic, .oneFlip, .blitz, .zen] {
      #expect(!rules(mode).contains("brings") && !rules(mode).contains("coloured"))
    }
  }

  @Test("The rules of a match fit in a few words")
  func rules() {
    let settings = MatchSettings(pairs: 12, mode: .classic, turnLimit: .zero)
    #expect(
      Wording.rules(settings, theme: "sea_sky") == "12 pairs, sea and sky, classic, no turn limit")
    #expect(
      Wording.rules(MatchSettings(), theme: "food") == "8 pairs, food, memorize, 30 s per turn")
    #expect(Wording.rules(MatchSettings(isRated: true), theme: "food").hasSuffix(", rated"))
    let usual = "8 pairs, food, one flip, 30 s per turn"
    for (shuffle, every, words) in [
      (MatchSettings.Shuffle.off, 0, "no shuffle"), (.blind, 0, "blind shuffle"),
      (.trackable, 8, "shuffled every 8 turns"), (.blind, 4, "shuffled blindly every 4 turns"),
    ] {
      let settings = MatchSettings(mode: .oneFlip, shuffle: shuffle, shuffleEvery: every)
      #expect(Wording.rules(settings, theme: "food") == "\(usual), \(words)")
    }
  }
}
