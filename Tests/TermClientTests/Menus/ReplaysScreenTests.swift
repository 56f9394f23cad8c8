// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

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

  private func visitor(_ replays: [ReplaySummary]) -> Visitor<ReplaysScreen> {
    let visitor = Visitor(ReplaysScreen(server: "ws://127.0.0.1:7777"))
    visitor.screen.show(replays)
    return visitor
  }

  @Test("Each match is a line with its time, rules and result; Enter watches the one chosen")
  func lines() {
    let visitor = visitor([
      replay("aaa", minutes: 2, "Ana", "Ben"), replay("bbb", minutes: 0, "Cy", "\u{1b}[2J"),
    ])
    #expect(visitor.sees("2026-11-22 07:38 UTC"))
    #expect(visitor.sees("classic, 8 pairs") && visitor.sees("Ana 9, Ben 8"))
    #expect(visitor.sees("Match aaa: Enter watches it."))
    visitor.press(.down, .enter)
    #expect(visitor.outcome == .watch("bbb"))
  }

  @Test("A click chooses, and one more watches")
  func clicks() {
    let visitor = visitor([
      replay("aaa", minutes: 2, "Ana"), replay("bbb", minutes: 0, "Cy"),
    ])
    visitor.click("Cy 9")
    #expect(visitor.outcome == nil)
    visitor.click("Cy 9")
    #expect(visitor.outcome == .watch("bbb"))
  }

  @Test("Nothing to be watched, a server that is gone and one that is asked are told apart")
  func states() {
    let visitor = Visitor(ReplaysScreen(server: "ws://127.0.0.1:7777"))
    #expect(visitor.sees("Connecting ..."))
    visitor.screen.show([])
    #expect(visitor.sees("No match has ended here that you may watch."))
    visitor.press(.enter)
    #expect(visitor.outcome == nil)
    visitor.screen.lose("The connection to the server was lost.")
    #expect(visitor.sees("Press r to ask again."))
    visitor.press(.character("r"))
    #expect(visitor.outcome == .reconnect)
  }

  @Test("Days are those of the calendar")
  func days() {
    let day: (Int64) -> String = {
      String(ReplaySentences.time(ServerTime(microseconds: $0 * 86_400_000_000)).prefix(10))
    }
    #expect(day(0) == "1970-01-01")
    #expect(day(-1) == "1969-12-31")
    #expect(day(11_016) == "2000-02-29")
    #expect(day(11_017) == "2000-03-01")
    #expect(day(20_778) == "2026-11-21")
  }
}
