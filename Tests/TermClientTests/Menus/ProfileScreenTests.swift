// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import Protocol
import TerminalFixtures
import TerminalUI
import Testing

@testable import TermClient

@Suite("Profile", .timeLimit(.minutes(1)))
struct ProfileScreenTests {
  static func profile(name: String = "Ada", matches: Int = 2, id: String = "m") -> Profile {
    let standing = Standing(
      rank: 1, seat: SeatIndex(0), player: Player(name: name, id: "a"), score: 12, pairs: 5)
    return Profile(
      id: RequestID(1), asked: name, players: [Player(name: name, id: "a")],
      record: PlayerRecord(
        modes: [
          ModeRecord(
            mode: .memorize, matches: 3, wins: 2,
            rating: RatingCourse(
              shown: 4.5, mu: 27, sigma: 7.5, matches: 2,
              course: [.init(at: .zero, shown: -1), .init(at: .zero, shown: 4.5)]))
        ],
        rivalries: [Rivalry(opponent: Player(name: "Bob", id: "bob"), won: 2, lost: 1)],
        themes: [ThemeCount(theme: "food", matches: 3)],
        bestRecall: Recall(found: 4, chances: 5),
        matches: (0..<matches).map {
          PlayedMatch(
            matchID: "\(id)\($0)", mode: .memorize, endedAt: .zero, standings: [standing])
        }))
  }

  private func tester(_ profile: Profile?) -> ScreenTester<ProfileScreen> {
    var screen = ProfileScreen(server: "ws://a:1", you: "a")
    if let profile { screen.show(profile, WallClock(now: .zero) { _ in 0 }) }
    return ScreenTester(screen)
  }

  @Test("shows ratings with their course, opponents, themes and the last matches")
  func facts() {
    let tester = tester(Self.profile())
    tester.size = WindowSize(columns: 100, rows: 40)
    for text in [
      "Profile on ws://a:1", "Ada (you)", "3 matches, 2 won, best recall 4 of 5.", "memorize: 3",
      "Rating 1635 after 2 rated matches.", "Bob", "2 won, 1 lost",
      "food (3 matches)", "Ada 12", "just now", "1635", "1470", "Player ID",
    ] {
      #expect(tester.sees(text), "\(text) in \(tester.lines())")
    }
    #expect(
      tester.lines().contains { $0.unicodeScalars.contains { (0x2801...0x28ff) ~= $0.value } })
  }

  @Test("Enter leads to an opponent's profile or a replay, and on other lines nowhere")
  func ways() throws {
    let tester = tester(Self.profile())
    tester.press(.enter)
    #expect(tester.outcome == nil && tester.sees("Counts rated matches"))
    // Below the matches is only the ID, which opens nothing.
    tester.press(.end, .up)
    #expect(tester.sees("Press Enter to watch it."))
    tester.press(.enter)
    #expect(tester.outcome == .chosen(.watch("m1")))
    let other = self.tester(Self.profile())
    other.size = WindowSize(columns: 100, rows: 40)
    #expect(other.click("Bob") && other.outcome == nil && other.sees("this player's profile"))
    #expect(other.click("Bob") && other.outcome == .chosen(.player("bob")))
  }

  @Test("lists the players of one name with their IDs, to choose one")
  func namesakes() {
    let tester = tester(
      Profile(
        id: RequestID(1), asked: "Ada",
        players: [Player(name: "Ada", id: "a2"), Player(name: "ADA", id: "a")], record: nil))
    #expect(tester.sees("Several players have that name:") && tester.sees("a2  Ada"))
    #expect(tester.sees("a  ADA (you)"))
    tester.press(.down, .enter)
    #expect(tester.outcome == .chosen(.player("a2")))
  }

  @Test("waits for the server, says why there is no profile, and asks again")
  func states() {
    let tester = tester(nil)
    #expect(tester.sees("Connecting ..."))
    tester.press(.enter, .down)
    tester.screen.lose("This server knows no profiles.")
    #expect(tester.sees("knows no profiles. Press r to try again."))
    tester.press(.character("r"))
    #expect(tester.outcome == .chosen(.refresh))
    for (key, outcome) in [
      (Key.escape, MenuOutcome<ProfileChoice>.back), (.character("q"), .quit),
      (.control("c"), .quit),
    ] {
      let other = self.tester(Self.profile())
      other.press(key)
      #expect(other.outcome == outcome)
    }
  }

  @Test("A hostile server's text cannot control the terminal, in every window and style")
  func hostile() {
    let name = "\u{1b}[31m\u{202e}" + String(repeating: "W", count: 90)
    var odd = Self.profile(name: name, matches: 64, id: "\u{1b}]0;m\n")
    odd.record?.modes[0].rating?.course = (0..<1000).map {
      .init(at: .zero, shown: $0 % 2 == 0 ? 1e6 : -1e6)
    }
    odd.record?.rivalries[0].opponent = Player(name: name, id: nil)
    odd.record?.themes[0] = ThemeCount(theme: name, matches: .max)
    odd.players[0].id = name
    for renderStyle in RenderStyle.trials {
      for size in WindowSize.trials {
        let tester = tester(odd)
        (tester.style, tester.size) = (renderStyle, size)
        for _ in 0..<3 {
          #expect(!tester.lines().joined().unicodeScalars.contains { !$0.isPrintable })
          tester.press(.pageDown)
        }
        tester.press(.end, .home, .press(column: 4, row: 4), .wheelDown(column: 4, row: 8))
        #expect(tester.outcome == nil)
      }
    }
  }
}
