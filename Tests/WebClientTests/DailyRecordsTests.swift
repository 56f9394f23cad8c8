// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol
import Testing
import WebClient

@Suite("Daily deals on a page", .timeLimit(.minutes(1)))
struct DailyRecordsTests {
  private let day = Day(number: 20_784)

  private func daily(_ id: RequestID, isPlayed: Bool = false) -> Daily {
    Daily(
      id: id, today: DailyBoard(day: day, commitment: [1], isPlayed: isPlayed),
      last: DailyBoard(
        day: day.previous, commitment: [2], seed: [3], players: 1,
        rows: [
          DailyBoard.Row(
            rank: 1, player: Player(name: "Bo\tb", id: "p-bob"),
            result: DailyResult(turns: 17, duration: .seconds(83)))
        ]),
      nextCommitment: [4], streak: 1, longestStreak: 1)
  }

  @Test("are asked for, shown, and opened as today's table")
  func played() throws {
    var page = WelcomedPage()
    // Nothing is known of today yet.
    page.page.act(try #require(WebAction(kind: 24, argument: 0, text: "")), now: WelcomedPage.now)
    #expect(page.sent().isEmpty)
    page.page.act(try #require(WebAction(kind: 23, argument: 0, text: "")), now: WelcomedPage.now)
    #expect(page.text(.daily) == "Connecting ...")
    let asked = page.sent().compactMap { message -> RequestID? in
      if case .daily(let id, nil) = message { id } else { nil }
    }
    page.receive(.daily(daily(try #require(asked.first))))
    #expect(page.outputs().contains(.records))
    let lines = page.fields(.daily)
    #expect(lines[0][0].hasPrefix("One deck a day") && lines[1] == ["play"])
    #expect(lines[2] == ["board", "The deal of 2026-11-27", "Nobody has finished it yet."])
    #expect(lines[4] == ["player", "#", "Player", "Turns", "Time", ""])
    #expect(lines[5].count == 6 && lines[5][3...] == ["17", "1:23", ""])
    #expect(lines.last == ["streak", "Streak: 1 day."])
    page.page.act(.playDaily, now: WelcomedPage.now)
    let opened = page.sent().compactMap { message -> MatchSettings? in
      if case .request(_, .createRoom(let settings)) = message { settings } else { nil }
    }
    #expect(opened.map(\.daily) == [day])
  }

  @Test("cannot be played twice, and a server without them is quoted")
  func refused() throws {
    var page = WelcomedPage()
    page.page.act(.daily, now: WelcomedPage.now)
    let first = try #require(page.sent().last?.requestID)
    page.receive(.daily(daily(first, isPlayed: true)))
    #expect(page.fields(.daily)[1] == [""])
    page.page.act(.daily, now: WelcomedPage.now)
    _ = page.sent()
    page.receive(.refused(id: nil, Refusal(.requestUnsupported)))
    #expect(page.text(.daily).hasPrefix("This server has no daily deal"))
  }
}
