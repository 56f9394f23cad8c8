// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Protocol
import TerminalFixtures
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Replay list", .timeLimit(.minutes(1)))
struct ReplaysScreenTests {
  private func replay(_ name: String, minutes: Int64, _ players: String...) -> ReplaySummary {
    ReplaySummary(
      matchID: name, settings: MatchSettings(mode: .classic),
      endedAt: ServerTime(microseconds: 1_795_333_000_000_000 + minutes * 60_000_000),
      standings: players.enumerated().map { index, player in
        Standing(
          rank: index + 1, seat: SeatIndex(index), player: Player(name: player),
          score: 9 - index, pairs: 4)
      })
  }

  /// A clock two hours ahead of UTC, so many minutes after the first match.
  private static func clock(minutes: Int64) -> WallClock {
    WallClock(
      now: ServerTime(microseconds: 1_795_333_000_000_000 + minutes * 60_000_000)
    ) { _ in 7200 }
  }

  private func tester(_ replays: [ReplaySummary]) -> ScreenTester<ReplaysScreen> {
    let tester = ScreenTester(ReplaysScreen(server: "ws://127.0.0.1:7777"))
    tester.screen.show(replays, Self.clock(minutes: 5))
    return tester
  }

  @Test("Each match is a line with its time, rules and result; Enter watches the one chosen")
  func lines() {
    let tester = tester([
      replay("aaa", minutes: 2, "Ana", "Ben"), replay("bbb", minutes: 0, "Cy", "\u{1b}[2J"),
    ])
    #expect(tester.sees("3 min ago") && tester.sees("5 min ago"))
    #expect(tester.sees("Ended") && tester.sees("Rules") && tester.sees("Result"))
    #expect(tester.sees("classic, 8 pairs") && tester.sees("Ana 9, Ben 8"))
    #expect(tester.sees("Press Enter to watch it."))
    tester.press(.down, .enter)
    #expect(tester.outcome == .chosen(.watch("bbb")))
  }

  @Test("The first click selects, the second one watches")
  func clicks() {
    let tester = tester([
      replay("aaa", minutes: 2, "Ana"), replay("bbb", minutes: 0, "Cy"),
    ])
    tester.click("Cy 9")
    #expect(tester.outcome == nil)
    tester.click("Cy 9")
    #expect(tester.outcome == .chosen(.watch("bbb")))
  }

  @Test("An empty list, a lost connection and a pending one are told apart")
  func states() {
    let tester = ScreenTester(ReplaysScreen(server: "ws://127.0.0.1:7777"))
    #expect(tester.sees("Connecting ..."))
    tester.screen.show([], Self.clock(minutes: 0))
    #expect(tester.sees("There are no replays for you on this server yet."))
    tester.press(.enter)
    #expect(tester.outcome == nil)
    tester.screen.lose("The connection to the server was lost.")
    #expect(tester.sees("Press r to try again."))
    tester.press(.character("r"))
    #expect(tester.outcome == .chosen(.reconnect))
  }

  @Test(
    "The end of a match is dated in natural words",
    arguments: [
      (0, "just now"), (-5, "just now"), (1, "1 min ago"), (59, "59 min ago"), (60, "1 h ago"),
      (1439, "23 h ago"), (1440, "2026-11-22 09:36"),
    ] as [(Int64, String)])
  func ages(minutes: Int64, words: String) {
    let ended = ServerTime(microseconds: 1_795_333_000_000_000)
    #expect(Self.clock(minutes: minutes).words(for: ended) == words)
  }

  @Test("Days are calendar days")
  func days() {
    let day: (Int64) -> String = { String(WallClock.date($0 * 86_400).prefix(10)) }
    #expect(day(0) == "1970-01-01")
    #expect(day(-1) == "1969-12-31")
    #expect(day(11_016) == "2000-02-29")
    #expect(day(11_017) == "2000-03-01")
    #expect(day(20_778) == "2026-11-21")
  }
}
