// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import Protocol
import Testing

@testable import MatchUI

@Suite("Profiles in words", .timeLimit(.minutes(1)))
struct ProfileSentencesTests {
  @Test("count matches and wins, with what there is of recall, ratings and draws")
  func facts() {
    var record = PlayerRecord(modes: [
      ModeRecord(mode: .memorize, matches: 1, wins: 1),
      ModeRecord(mode: .teams, matches: 2, wins: 0),
    ])
    #expect(ProfileSentences.summary(record) == "3 matches, 1 won")
    record.bestRecall = Recall(found: 9, chances: 10)
    #expect(ProfileSentences.summary(record) == "3 matches, 1 won, best recall 9 of 10")
    #expect(ProfileSentences.tally(record.modes[0]) == "1 match, 1 won")
    let rating = RatingCourse(shown: -0.514, mu: 25, sigma: 8.504, matches: 1, course: [])
    #expect(ProfileSentences.rating(rating) == "rating 1485 after 1 rated match")
    var rivalry = Rivalry(opponent: Player(name: "Bob", id: "b"), won: 3, lost: 0)
    #expect(ProfileSentences.score(rivalry) == "3 won, 0 lost")
    rivalry.drawn = 2
    #expect(ProfileSentences.score(rivalry) == "3 won, 0 lost, 2 drawn")
    #expect(
      ProfileSentences.themes([
        ThemeCount(theme: "food", matches: 4), ThemeCount(theme: "a\u{1b}b", matches: 1),
      ]).hasPrefix("food (4 matches), a"))
  }

  @Test("mark the viewer, and take the sting out of names")
  func names() {
    let player = Player(name: "Ada\u{202e}\u{1b}[2J", id: "a")
    #expect(ProfileSentences.name(player, you: "a").hasSuffix(" (you)"))
    #expect(!ProfileSentences.name(player, you: nil).contains("(you)"))
    #expect(!ProfileSentences.name(player, you: nil).unicodeScalars.contains { !$0.isPrintable })
  }

  @Test("tell opponents of one name apart")
  func opponents() {
    let record = PlayerRecord(
      rivalries: [("Ada", "c7yf3"), ("Bob", "bob77"), ("ADA", "ptgz6")].map {
        Rivalry(opponent: Player(name: $0.0, id: $0.1), won: 1)
      })
    #expect(
      ProfileSentences.opponents(of: record) == ["Ada \u{b7}c7yf", "Bob", "ADA \u{b7}ptgz"])
  }

  @Test("say that a server without profiles is older, and why a player has no profile")
  func refusals() {
    let words = RefusalSentences()
    let unsupported = Refusal(.requestUnsupported)
    #expect(words.sentence(unsupported, of: .profile("Ada")).contains("older version"))
    #expect(words.sentence(unsupported, of: .listReplays(nil)) == words.sentence(unsupported))
    let unknown = words.sentence(Refusal(.profileUnknown), of: .profile("Ada"))
    #expect(
      unknown == words.sentence(Refusal(.profileUnknown)) && unknown.contains("guests have none"))
    let id = String(repeating: "a", count: 32)
    #expect(
      words.sentence(Refusal(.profileUnknown), of: .profile(id)).hasPrefix("No matches yet:"))
  }
}
