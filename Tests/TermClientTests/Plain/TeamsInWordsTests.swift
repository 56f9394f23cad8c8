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
struct WordingTeamsTests {
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

  private static func told(_ script: ScriptedMatch, to you: SeatIndex? = nil) -> [String] {
    let sentences = Sentences(you: you)
    return script.steps.compactMap {
      sentences.sentence(for: $0.entry, before: $0.before, after: $0.after)
    }
  }

  private static func scene(_ script: ScriptedMatch, you: Int?) -> Scene {
    var local = ViewerState()
    local.add(.seat(you.map { SeatIndex($0) }), at: .zero)
    return stage(script.log, local, at: script.now + .seconds(2))
  }

  @Test("Sentences say which team a player joins, and which one wins")
  func sentences() throws {
    let (script, winner) = Self.finished()
    let story = Self.told(script)
    for seat in 0..<4 {
      let team = Self.letter(SeatIndex(seat))
      #expect(story.contains("\(Self.names[seat]) takes seat \(seat + 1), Team \(team)."))
    }
    let points = script.view.seats[winner.rawValue].score
    let end = try #require(story.last)
    #expect(
      end.hasPrefix("The match is over. Team \(Self.letter(winner)) wins, \(points) to 0. 1. "))
    #expect(
      end.contains(
        "1. \(Self.names[winner.rawValue]), Team \(Self.letter(winner)): \(points) points, 4 pairs."
      ))
    let partner = SeatIndex((winner.rawValue + 2) % 4)
    #expect(Self.told(script, to: partner).last?.contains("Your team wins, ") == true)
  }

  @Test("A team whose players have all resigned has lost")
  func resigned() throws {
    var script = Self.room()
    script.begin()
    script.deal()
    for seat in [1, 3] { script.resign(seat) }
    let end = try #require(Self.told(script).last)
    #expect(end.hasPrefix("The match is over: only one team is left. Team A wins, 0 to 0. 1. Ana"))
    #expect(
      Self.scene(script, you: nil).headlineText == "Team A wins, 0 to 0: nobody else is left.")
    #expect(
      Self.scene(script, you: 2).headlineText == "Your team wins, 0 to 0: nobody else is left.")
  }

  @Test("Teams that tie share first place, and their lines stay together")
  func tie() throws {
    var script = Self.room()
    script.begin()
    script.deal()
    let view = script.view
    let standings = view.seats.indices.map { index in
      Standing(
        rank: 1, seat: SeatIndex(index), player: Player(name: Self.names[index]), score: 3, pairs: 1
      )
    }
    let ended = Event.Ended(standings: standings, reason: .stalemate, seed: [], entropies: [])
    script.emit(.ended(ended))
    let end = try #require(Self.told(script).last)
    #expect(end.contains("The teams share first place, 6 to 6. 1. Ana, Team A: "))
    let places = try ["1. Ana", "1. Cy", "1. Ben", "1. Di"].map {
      try #require(end.range(of: $0)).lowerBound
    }
    #expect(places == places.sorted())
    #expect(
      Self.scene(script, you: 0).headlineText
        == "A stalemate: The teams share first place, 6 to 6.")
  }

  @Test("A match that was cut short has no winning team")
  func cutShort() throws {
    var script = Self.room()
    script.begin()
    script.deal()
    let ended = Event.Ended(
      standings: [
        Standing(rank: 1, seat: SeatIndex(0), player: Player(name: "Ana"), score: 0, pairs: 0)
      ], reason: .restarted, seed: [], entropies: [])
    script.emit(.ended(ended))
    #expect(try #require(Self.told(script).last).contains("wins") == false)
    #expect(Self.scene(script, you: 0).headlineText == "Everyone agreed to restart.")
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
