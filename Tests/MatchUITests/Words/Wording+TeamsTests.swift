// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Game
import MatchFixtures
import Stage
import Testing

@testable import MatchUI

@Suite("Sentences about teams", .timeLimit(.minutes(1)))
struct WordingTeamsTests {
  private static let names = ["Ana", "Ben", "Cy", "Di"]

  private static func room() -> ScriptedMatch {
    ScriptedMatch(names, settings: MatchSettings(mode: .teams, theme: "animals"))
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
      Self.scene(script, you: nil).headlineText == "Team A wins, 0 to 0: everybody else has left.")
    #expect(
      Self.scene(script, you: 2).headlineText == "Your team wins, 0 to 0: everybody else has left.")
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
}
