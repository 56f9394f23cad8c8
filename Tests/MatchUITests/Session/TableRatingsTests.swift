// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchFixtures
import Protocol
import Testing

@testable import MatchUI

@Suite("Ratings at a table", .timeLimit(.minutes(1)))
struct TableRatingsTests {
  private static let request = MatchSession.Effect.request(.command(.leaderboard(.memorize)))

  private static func script(isRated: Bool = true) -> ScriptedMatch {
    var settings = MatchSettings(theme: "animals")
    settings.isRated = isRated
    return ScriptedMatch(settings: settings)
  }

  private static func answer(mode: MatchSettings.Mode = .memorize) -> ClientEvent {
    let rows = [("ben", 23.4), ("cy", 20.0)].enumerated().map { index, player in
      Leaderboard.Row(
        rank: index + 1, player: Player(name: player.0, id: player.0), shown: player.1, mu: 25,
        sigma: 1, matches: 3)
    }
    return .leaderboard(Leaderboard(id: RequestID(1), mode: mode, rows: rows))
  }

  @Test("are asked for once for the same players, and shown beside their names")
  func shown() {
    var tester = SessionTester(Self.script())
    tester.connect()
    #expect(tester.join(0).filter { $0 == Self.request }.count == 1)
    #expect(!tester.shows("rating"))
    #expect(tester.handle(.event(Self.answer())) == [.draw])
    #expect(tester.shows("not ready, rating 2202"))
    let later = tester.play { $0.begin() } + tester.play { $0.deal() }
    #expect(!later.contains(Self.request))
    #expect(tester.shows("rating 2202, 0 pairs") && !tester.shows("2100"))
  }

  @Test("of a player who has sat down are asked for")
  func another() {
    var ratings = TableRatings()
    var view = Self.script().view
    #expect(ratings.question(about: view) == .memorize && ratings.question(about: view) == nil)
    view.seats[1].player = Player(name: "Cy", id: "cy")
    #expect(ratings.question(about: view) == .memorize && ratings.question(about: view) == nil)
    #expect(ratings.take(Self.answer()) == ["ben": 23.4, "cy": 20])
  }

  @Test(
    "are not missed: a refusal is not told, and another mode's leaderboard is for somebody else")
  func refused() {
    var tester = SessionTester(Self.script(), seat: 0)
    let before = tester.message()
    tester.handle(.event(.refused(.leaderboard(.memorize), Refusal(.limitTooFast))))
    #expect(tester.message() == before && !tester.shows("rating"))
    tester.handle(.event(Self.answer(mode: .blitz)))
    #expect(!tester.shows("rating"))
  }

  @Test("are not asked for at a table without ratings")
  func unrated() {
    var tester = SessionTester(Self.script(isRated: false))
    tester.connect()
    #expect(!tester.join(0).contains(Self.request))
    #expect(!TableRatings().isAnswer(Self.answer()))
  }
}
