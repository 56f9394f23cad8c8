// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
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

  private func visitor(
    _ boards: [Leaderboard], mode: MatchSettings.Mode = .memorize
  ) -> ScreenTester<LeaderboardScreen> {
    let visitor = ScreenTester(LeaderboardScreen(server: "ws://127.0.0.1:7777", mode: mode))
    for board in boards { visitor.screen.show(board) }
    return visitor
  }

  @Test("The best of the mode come first, each with rank, rating, estimate and matches")
  func listing() {
    let visitor = visitor([board(.memorize, ["Ada", "Bob"])])
    let lines = visitor.lines()
    #expect(
      lines.contains { line in
        ["1", "Ada", "20.00", "27.50 \u{b1} 2.50", "12"].allSatisfy { line.contains($0) }
      })
    #expect(lines.contains { $0.contains("Bob") && $0.contains("19.00") })
    #expect(visitor.sees("Best players on ws://127.0.0.1:7777") && visitor.sees("Estimate"))
  }

  @Test("The viewer is marked, by words and without a cursor")
  func you() {
    var screen = LeaderboardScreen(server: "ws://a:1", mode: .memorize, you: "1abcdefgh")
    screen.show(board(.memorize, ["Ada", "Bob"]))
    let visitor = ScreenTester(screen)
    #expect(visitor.sees("Bob (you)") && !visitor.sees("Ada (you)"))
    let grid = visitor.frame().grid
    let cursor = visitor.renderStyle.palette.cursor.background
    let ada = (0..<grid.height).first { row in grid.lines[row].contains("Ada") } ?? 0
    #expect((0..<grid.width).allSatisfy { grid[$0, ada].style.background != cursor })
    #expect(visitor.sees("Rating: a cautious estimate") && visitor.sees("Estimate:"))
  }

  @Test("A notice from the operator stands until a key is pressed")
  func notices() {
    let visitor = visitor([board(.memorize, ["Ada"])])
    visitor.screen.tell("We move at nine: " + String(repeating: "please finish ", count: 12))
    #expect(visitor.sees("Server notice: We move at nine: please finish"))
    visitor.press(.hover(column: 3, row: 3))
    #expect(visitor.sees("Server notice") && visitor.sees("Ada"))
    visitor.press(.right)
    #expect(!visitor.sees("Server notice") && visitor.screen.mode == .classic)
  }

  @Test("Arrows, digits and clicks change the mode")
  func modes() {
    let boards = [
      board(.memorize, ["Ada"]), board(.classic, ["Cyd"]), board(.oneFlip, []),
      board(.blitz, ["Bea"]),
    ]
    let visitor = visitor(boards)
    visitor.press(.right)
    #expect(visitor.sees("Cyd") && !visitor.sees("Ada") && visitor.screen.mode == .classic)
    visitor.press(.left, .left)
    #expect(visitor.screen.mode == .blitz && visitor.sees("Bea"))
    visitor.press(.character("1"))
    #expect(visitor.sees("Ada"))
    visitor.press(.character("9"), .character("0"))
    #expect(visitor.screen.mode == .memorize)
    #expect(visitor.click("3 one flip") && visitor.screen.mode == .oneFlip)
    #expect(visitor.sees("Nobody is rated in one flip here yet."))
    #expect(visitor.sees("facedown quick URL --rated"))
    #expect(visitor.outcome == nil)
  }

  @Test("It waits for the server, reports a lost connection, and retries in the same mode")
  func states() {
    let visitor = ScreenTester(LeaderboardScreen(server: "ws://a:1", mode: .classic))
    #expect(visitor.sees("Connecting ..."))
    visitor.screen.show(board(.classic, ["Ada"]))
    visitor.screen.lose("The connection to the server was lost.")
    #expect(visitor.sees("lost. Press r to try again.") && visitor.sees("Ada"))
    visitor.press(.character("r"))
    #expect(visitor.outcome == .again(.classic))
    for (key, outcome) in [
      (Key.escape, LeaderboardOutcome.back), (.character("q"), .quit), (.control("c"), .quit),
    ] {
      let other = self.visitor([])
      other.press(key)
      #expect(other.outcome == outcome)
    }
  }

  @Test("A hundred players can be scrolled, and those of one name told apart")
  func long() {
    let names = (1...98).map { "Player \($0)" } + ["Twin", "Twin"]
    let visitor = visitor([board(.memorize, names)])
    #expect(visitor.sees("Player 1 ") && !visitor.sees("Twin") && visitor.sees("1 to 10 of 100"))
    visitor.press(.end)
    #expect(visitor.sees("Twin \u{b7}98ab") && visitor.sees("Twin \u{b7}99ab"))
    #expect(visitor.sees("91 to 100 of 100"))
    visitor.press(.home, .pageDown)
    #expect(!visitor.sees("Twin"))
  }

  @Test("A hostile server's text cannot control the terminal, in every window and style")
  func hostile() {
    let name = "\u{1b}[31m\u{202e}" + String(repeating: "W", count: 90)
    var odd = board(.memorize, Array(repeating: name, count: 40), shown: -.infinity)
    odd.rows[0].shown = .nan
    odd.rows[1].mu = 1e300
    odd.rows[2].rank = .max
    odd.rows[3].matches = .min
    for renderStyle in Conditions.looks {
      for size in Conditions.sizes {
        let visitor = visitor([odd])
        (visitor.renderStyle, visitor.size) = (renderStyle, size)
        let text = visitor.lines().joined()
        #expect(!text.unicodeScalars.contains { !$0.isHarmless })
        visitor.press(.down, .end, .pageUp, .press(column: 4, row: 4))
        #expect(visitor.outcome == nil)
      }
    }
  }
}
