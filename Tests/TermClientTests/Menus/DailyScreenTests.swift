// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Protocol
import TerminalFixtures
import TerminalUI
import Testing

@testable import TermClient

@Suite("Daily deals", .timeLimit(.minutes(1)))
struct DailyScreenTests {
  private static let today = Day(number: 20_784)

  private static func row(_ rank: Int, _ name: String) -> DailyBoard.Row {
    DailyBoard.Row(
      rank: rank, player: Player(name: name, id: "p-\(name)"),
      result: DailyResult(turns: 13 + rank, duration: .seconds(60 + rank)))
  }

  private static func daily(isPlayed: Bool = false, rows: [DailyBoard.Row] = []) -> Daily {
    Daily(
      id: RequestID(1),
      today: DailyBoard(
        day: today, commitment: [1], players: rows.count, rows: rows,
        own: isPlayed ? rows.first : nil, isPlayed: isPlayed),
      last: DailyBoard(
        day: today.previous, commitment: [2], seed: [3], players: 1, rows: [row(1, "Cyd")]),
      nextCommitment: [4], streak: 2, longestStreak: 5)
  }

  private func tester(_ daily: Daily? = nil) -> ScreenTester<DailyScreen> {
    let tester = ScreenTester(DailyScreen(server: "ws://a:1", you: "p-Ann"))
    if let daily { tester.screen.show(daily) }
    return tester
  }

  @Test("Enter plays today's deal, until it is played")
  func playing() {
    let fresh = tester(Self.daily())
    #expect(fresh.sees("Nobody has finished it yet.") && fresh.sees("One deck a day"))
    #expect(fresh.sees("Enter play"))
    fresh.press(.enter)
    #expect(fresh.outcome == .chosen(.play(Self.today, commitment: [1])))
    let played = tester(Self.daily(isPlayed: true, rows: [Self.row(1, "Ann"), Self.row(2, "Ben")]))
    played.press(.enter)
    #expect(!played.sees("Enter play") && played.outcome == nil)
    #expect(
      played.sees("Ann (you)") && played.sees("place 1 of 2") && played.sees("Streak: 2 days"))
    let empty = tester()
    empty.press(.enter)
    #expect(empty.outcome == nil && empty.sees("Connecting"))
  }

  @Test("Arrows and clicks change the day")
  func days() {
    let tester = tester(Self.daily())
    #expect(!tester.sees("Cyd"))
    tester.press(.right)
    #expect(tester.sees("Cyd") && tester.sees("1:01") && tester.sees("2026-11-26"))
    tester.press(.tab)
    #expect(!tester.sees("Cyd"))
    let isFound = tester.click("2026-11-26")
    #expect(isFound && tester.sees("Cyd"))
    let isBack = tester.click("Today")
    #expect(isBack && !tester.sees("Cyd"))
  }

  @Test("r asks again, Esc goes back, q quits")
  func keys() {
    for (key, outcome) in [
      (Key.character("r"), MenuOutcome.chosen(DailyChoice.refresh)), (.escape, .back),
      (.character("q"), .quit), (.control("c"), .quit),
    ] {
      let tester = tester(Self.daily())
      tester.press(key)
      #expect(tester.outcome == outcome)
    }
  }

  @Test("A lost connection is told, and the board stays")
  func lost() {
    let tester = tester(Self.daily(rows: [Self.row(1, "Ben")]))
    tester.screen.lose("The server has gone.")
    #expect(tester.sees("The server has gone. Press r to try again.") && tester.sees("Ben"))
  }

  @Test("A board longer than the window scrolls", arguments: [(60, 20), (80, 24), (200, 60)])
  func scrolling(_ columns: Int, _ rows: Int) {
    let tester = ScreenTester(DailyScreen(server: "ws://a:1", you: nil))
    tester.size = WindowSize(columns: columns, rows: rows)
    tester.screen.show(Self.daily(rows: (1...50).map { Self.row($0, "Player \($0)") }))
    for _ in 0..<60 { tester.press(.down) }
    #expect(tester.sees("Player 50"))
  }
}
