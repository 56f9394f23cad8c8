// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Foundation
import Game
import MatchFixtures
import Protocol
import Replays
import Stage
import TerminalFixtures
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Teams in words", .timeLimit(.minutes(1)))
struct TeamsInWordsTests {
  private static let names = ["Ana", "Ben", "Cy", "Di", "Eva", "Flo", "Gus", "Hal"]

  private static func room(_ seats: Int = 4) -> ScriptedMatch {
    ScriptedMatch(
      Array(names.prefix(seats)), settings: MatchSettings(mode: .teams, theme: "animals"))
  }

  /// A match in which the second seat of the turn order finds all pairs.
  private static func finished() -> (script: ScriptedMatch, winner: SeatIndex) {
    var script = room()
    script.begin()
    script.deal()
    script.choose(0, 2)
    let winner = script.turnSeat
    for first in [0, 2, 4, 6] { script.choose(first, first + 1) }
    script.pass(.seconds(2))
    return (script, winner)
  }

  private static func letter(_ seat: SeatIndex) -> String { seat.rawValue % 2 == 0 ? "A" : "B" }

  private static func scene(_ script: ScriptedMatch, you: Int?) -> Scene {
    var local = ViewerState()
    local.add(.seat(you.map { SeatIndex($0) }), at: .zero)
    return stage(script.log, local, at: script.now + .seconds(2))
  }

  @Test("The score is told by player and by team")
  func score() {
    let (script, winner) = Self.finished()
    let lines = PlainAnswers(you: SeatIndex(0)).lines(.score, script.view, at: script.now)
    #expect(lines.count == 5 && lines[0].hasPrefix("You, Ana, Team A: "))
    #expect(lines[1].hasPrefix("Ben, Team B: "))
    let points = script.view.seats[winner.rawValue].score
    let isFirst = Self.letter(winner) == "A"
    #expect(lines[4] == "Team A \(isFirst ? points : 0), Team B \(isFirst ? 0 : points).")
  }

  @Test("Lists and statistics of replays group and name the teams")
  func replays() throws {
    let (script, winner) = Self.finished()
    let record = try #require(MatchRecord(of: "match", in: script.log.entries))
    let statistics = MatchStatistics(of: record)
    let lines = StatisticsText.lines(statistics)
    let name = Self.names[winner.rawValue]
    #expect(lines.contains { $0.contains(" \(name), Team \(Self.letter(winner)): ") })
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(StatisticsText.json(statistics).utf8))
        as? [String: Any])
    let players = try #require(json["players"] as? [[String: Any]])
    #expect(Set(players.compactMap { $0["team"] as? String }) == ["A", "B"])
    func result(of scores: [(seat: Int, score: Int)]) -> String {
      ReplaySentences.result(
        ReplaySummary(
          matchID: "m", settings: script.view.settings, endedAt: .zero,
          standings: scores.enumerated().map { index, line in
            Standing(
              rank: index / 2 + 1, seat: SeatIndex(line.seat),
              player: Player(name: Self.names[line.seat]), score: line.score, pairs: 1)
          }))
    }
    #expect(
      result(of: [(0, 8), (2, 6), (1, 14), (3, -5)])
        == "Team A 14, Team B 9: Ana A 8, Cy A 6, Ben B 14, Di B -5")
    #expect(
      result(of: [(1, 0), (3, 2), (0, 8), (2, 6)])
        == "Team B 2, Team A 14 (resigned): Ben B 0, Di B 2, Ana A 8, Cy A 6")
  }

  @Test("Screens show each seat's team, and the points of both", arguments: [4, 6, 8])
  func screens(seats: Int) {
    let size = WindowSize(columns: 80, rows: 24)
    let style = RenderStyle(depth: .mono)
    var script = Self.room(seats)
    func grid() -> Grid {
      MatchScreen(roomCode: "KAZU").draw(Self.scene(script, you: 0), style, in: size)
    }
    func hasEverySeat(_ grid: Grid) -> Bool {
      (0..<seats).allSatisfy { seat in
        let mark = MatchScreen.mark(SeatIndex(seat))
        return grid.contains("\(mark) \(Self.letter(SeatIndex(seat))) \(Self.names[seat])")
      }
    }
    #expect(hasEverySeat(grid()))
    script.begin()
    script.deal()
    #expect(hasEverySeat(grid()) && grid().contains("Team A 0, Team B 0"))
    script.choose(0, 1)
    script.resign(1)
    for seat in stride(from: 3, to: seats, by: 2) { script.resign(seat) }
    #expect(grid().contains("Your team wins, "))
    #expect(grid().contains("1. \(MatchScreen.mark(SeatIndex(2))) A Cy"))
    #expect(grid().contains("2. \(MatchScreen.mark(SeatIndex(1))) B Ben"))
  }
}
