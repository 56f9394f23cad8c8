// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchFixtures
import Protocol
import Testing

@testable import MatchUI

@Suite("News of a rating", .timeLimit(.minutes(1)))
struct RatingNewsTests {
  private static let request = SessionTester.asks(.profile("ana"))

  /// The owner's screen at the end of a match.
  private func ended(
    isRated: Bool = true, id: String? = "ana", reason: Event.Ended.Reason = .finished
  ) -> SessionTester {
    var settings = MatchSettings(theme: "animals")
    settings.isRated = isRated
    var script = ScriptedMatch(settings: settings)
    script.begin()
    script.deal()
    var tester = SessionTester(script, seat: 0)
    let standings = [
      Standing(rank: 1, seat: SeatIndex(0), player: Player(name: "Ana", id: id), score: 9, pairs: 4)
    ]
    let effects = tester.play {
      $0.emit(
        .ended(Event.Ended(standings: standings, reason: reason, seed: [], entropies: [])))
      $0.pass(RatingNews.delay - .seconds(1))
    }
    #expect(!effects.contains(Self.request[1]), "The verdict comes first.")
    return tester
  }

  /// An answer whose course is so many ratings, the last one after a match that ended at `end`.
  private func answer(_ ratings: [Double], end: ServerTime) -> ClientEvent {
    let course = ratings.map { RatingCourse.Point(at: end, shown: $0) }
    let rating = RatingCourse(
      shown: ratings.last ?? 0, mu: 25, sigma: 8, matches: ratings.count, course: course)
    let mode = ModeRecord(mode: .memorize, matches: ratings.count, wins: 1, rating: rating)
    let record = PlayerRecord(
      modes: [mode], rivalries: [], themes: [], bestRecall: nil, matches: [])
    return .profile(
      Profile(
        id: RequestID(1), asked: "ana", players: [Player(name: "Ana", id: "ana")], record: record))
  }

  @Test(
    "is asked for after the verdict, and told with its change",
    arguments: [
      ([1.5, 3.25], "Your rating: 1598 (+53)."), ([3, 2.5], "Your rating: 1575 (-15)."),
      ([0.75], "Your first rating: 1523."),
    ])
  func told(ratings: [Double], sentence: String) {
    var tester = ended()
    #expect(tester.pass(.seconds(2)).contains(Self.request[1]))
    #expect(tester.handle(.event(answer(ratings, end: tester.script.now))) == [.draw])
    #expect(tester.message() == sentence && !tester.isMessageBad())
    // Another answer is for somebody who asks on a page.
    tester.pass(.seconds(30))
    #expect(tester.handle(.event(answer([9], end: tester.script.now))) == [.draw])
    #expect(tester.message() != "Your rating: 1770 (+270).")
  }

  @Test("is asked for again while the match is not counted yet, and then no more")
  func late() {
    var tester = ended()
    var asked = 0
    let unknown = ClientEvent.refused(.profile("ana"), Refusal(.profileUnknown))
    for answer in [answer([4], end: .zero), unknown, unknown, unknown, unknown] {
      let effects = tester.pass(.seconds(4))
      if effects.contains(Self.request[1]) { asked += 1 }
      tester.handle(.event(answer))
    }
    #expect(asked == 4)
    #expect(!tester.pass(.seconds(60)).contains(Self.request[1]))
  }

  @Test("is not asked for without a rating, without a key, or if nobody has won")
  func none() {
    for other in [ended(isRated: false), ended(id: nil), ended(reason: .aborted)] {
      var tester = other
      #expect(!tester.pass(.seconds(20)).contains(Self.request[1]))
    }
  }
}
