// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Protocol
import TerminalFixtures
import TerminalUI
import Testing

@testable import TermClient

@Suite("Leaderboard", .timeLimit(.minutes(1)))
struct LeaderboardScreenTests {
  private func board(
    _ mode: MatchSettings.Mode, _ names: [String], shown: Double = 20
  ) -> Leaderboard {
    Leaderboard(
      id: RequestID(1), mode: mode,
      rows: names.enumerated().map { index, name in
        Leaderboard.Row(
          rank: index + 1, player: Player(name: name, id: "\(index)abcdefgh"),
          shown: shown - Double(index), mu: 27.5, sigma: 2.5, matches: 12)
      })
  }

  private func tester(
    _ boards: [Leaderboard], mode: MatchSettings.Mode = .memorize
  ) -> ScreenTester<LeaderboardScreen> {
    let tester = ScreenTester(LeaderboardScreen(server: "ws://127.0.0.1:7777", mode: mode))
    for board in boards { tester.screen.show(board) }
    return tester
  }

  @Test("The best of the mode come first, each with rank, rating and matches")
  func listing() {
    let tester = tester([board(.memorize, ["Ada", "Bob"])])
    let lines = tester.lines()
    #expect(
      lines.contains { line in
        ["1", "Ada", "2100", "12"].allSatisfy { line.contains($0) }
      })
    #expect(lines.contains { $0.contains("Bob") && $0.contains("2070") })
    #expect(tester.sees("Best players on ws://127.0.0.1:7777") && tester.sees("Rating"))
  }

  @Test("The viewer is marked, by words")
  func you() {
    var screen = LeaderboardScreen(server: "ws://a:1", mode: .memorize, you: "1abcdefgh")
    screen.show(board(.memorize, ["Ada", "Bob"]))
    let tester = ScreenTester(screen)
    #expect(tester.sees("Bob (you)") && !tester.sees("Ada (you)"))
    #expect(tester.sees("Everybody starts at 1500."))
  }

  @Test("A notice from the operator stands until a key is pressed")
  func notices() {
    let tester = tester([board(.memorize, ["Ada"])])
    tester.screen.show("We move at nine: " + String(repeating: "please finish ", count: 12))
    #expect(tester.sees("Server notice: We move at nine: please finish"))
    tester.press(.hover(column: 3, row: 3))
    #expect(tester.sees("Server notice") && tester.sees("Ada"))
    tester.press(.right)
    #expect(!tester.sees("Server notice") && tester.screen.mode == .classic)
  }

  @Test("Arrows, digits and clicks change the mode")
  func modes() {
    let boards = [
      board(.memorize, ["Ada"]), board(.classic, ["Cyd"]), board(.oneFlip, []),
      board(.blitz, ["Bea"]),
    ]
    let tester = tester(boards)
    tester.press(.right)
    #expect(tester.sees("Cyd") && !tester.sees("Ada") && tester.screen.mode == .classic)
    tester.press(.left, .left)
    #expect(tester.screen.mode == .blitz && tester.sees("Bea"))
    tester.press(.character("1"))
    #expect(tester.sees("Ada"))
    tester.press(.character("9"), .character("0"))
    #expect(tester.screen.mode == .memorize)
    #expect(tester.click("3 one flip") && tester.screen.mode == .oneFlip)
    #expect(tester.sees("Nobody is rated in one flip here yet."))
    #expect(tester.sees("facedown quick URL --rated"))
    #expect(tester.outcome == nil)
  }

  @Test("It waits for the server, reports a lost connection, and retries in the same mode")
  func states() {
    let tester = ScreenTester(LeaderboardScreen(server: "ws://a:1", mode: .classic))
    #expect(tester.sees("Connecting ..."))
    tester.screen.show(board(.classic, ["Ada"]))
    tester.screen.lose("The connection to the server was lost.")
    #expect(tester.sees("lost. Press r to try again.") && tester.sees("Ada"))
    tester.press(.character("r"))
    #expect(tester.outcome == .chosen(.refresh(.classic)))
    for (key, outcome) in [
      (Key.escape, MenuOutcome<LeaderboardChoice>.back), (.character("q"), .quit),
      (.control("c"), .quit),
    ] {
      let other = self.tester([])
      other.press(key)
      #expect(other.outcome == outcome)
    }
  }

  @Test("Enter or two clicks lead to a player's profile, and m to one's own")
  func profiles() {
    var screen = LeaderboardScreen(server: "ws://a:1", mode: .memorize, you: "1abcdefgh")
    screen.show(board(.memorize, ["Ada", "Bob"]))
    for (keys, player) in [
      ([Key.enter], "0abcdefgh"), ([.down, .enter], "1abcdefgh"),
      ([.end, .character(" ")], "1abcdefgh"),
      ([.character("m")], "1abcdefgh"),
    ] {
      let tester = ScreenTester(screen)
      for key in keys { tester.press(key) }
      #expect(tester.outcome == .chosen(.profile(player, .memorize)))
    }
    let clicked = ScreenTester(screen)
    #expect(clicked.click("Bob") && clicked.outcome == nil)
    #expect(clicked.click("Bob") && clicked.outcome == .chosen(.profile("1abcdefgh", .memorize)))
    let guest = tester([board(.memorize, [])])
    guest.press(.character("m"), .enter)
    #expect(guest.outcome == nil && !guest.sees("my profile"))
  }

  @Test("A hundred players can be scrolled, and those of one name told apart")
  func long() {
    let names = (1...98).map { "Player \($0)" } + ["Twin", "Twin"]
    let tester = tester([board(.memorize, names)])
    #expect(tester.sees("Player 1 ") && !tester.sees("Twin") && tester.sees("1 to 10 of 100"))
    tester.press(.end)
    #expect(tester.sees("Twin \u{b7}98ab") && tester.sees("Twin \u{b7}99ab"))
    #expect(tester.sees("91 to 100 of 100"))
    tester.press(.home, .pageDown)
    #expect(!tester.sees("Twin"))
  }

  @Test("A hostile server's text cannot control the terminal, in every window and style")
  func hostile() {
    let name = "\u{1b}[31m\u{202e}" + String(repeating: "W", count: 90)
    var odd = board(.memorize, Array(repeating: name, count: 40), shown: -.infinity)
    odd.rows[0].shown = .nan
    odd.rows[1].mu = 1e300
    odd.rows[2].rank = .max
    odd.rows[3].matches = .min
    for renderStyle in RenderStyle.trials {
      for size in WindowSize.trials {
        let tester = tester([odd])
        (tester.style, tester.size) = (renderStyle, size)
        let text = tester.lines().joined()
        #expect(!text.unicodeScalars.contains { !$0.isPrintable })
        tester.press(.down, .end, .pageUp, .press(column: 4, row: 4))
        #expect(tester.outcome == nil)
      }
    }
  }
}
