// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("Profiles as a fold", .timeLimit(.minutes(1)))
struct ProfileTableTests {
  /// A public match of players called by their ids, in the order of their ranks.
  static func result(
    _ ids: [String?], ranks: [Int]? = nil, names: [String]? = nil,
    mode: MatchSettings.Mode = .memorize, isRated: Bool = false, isPublic: Bool = true,
    reason: Event.Ended.Reason = .finished, bots: Set<Int> = [], match: Int = 1,
    theme: String = "animals", recall: [Recall]? = nil
  ) -> MatchResult {
    var result = RatingTableTests.result(
      ids, ranks: ranks, names: names, mode: mode, isRated: isRated, reason: reason, bots: bots)
    result.matchID = "match \(match)"
    result.endedAt = ServerTime(microseconds: Int64(match))
    result.detail = ResultDetail(
      theme: theme, isPublic: isPublic,
      recall: recall ?? ids.map { _ in Recall(found: 0, chances: 0) })
    return result
  }

  private func table(_ results: [MatchResult]) -> ProfileTable {
    var table = ProfileTable()
    for result in results { table.fold(result) }
    return table
  }

  @Test("counts matches and wins by mode, and gives the rating with its course")
  func modes() throws {
    let table = table([
      Self.result(["ada", "bob"], isRated: true, match: 1),
      Self.result(["bob", "ada"], isRated: true, match: 2),
      Self.result(["ada", "bob"], match: 3),
      Self.result(["ada", "bob"], mode: .blitz, match: 4),
    ])
    let record = try #require(table.find("ada").record)
    #expect(record.modes.map(\.mode) == [.memorize, .blitz])
    #expect(record.modes.map(\.matches) == [3, 1] && record.modes.map(\.wins) == [2, 1])
    #expect(record.matchCount == 4 && record.winCount == 3)
    let rating = try #require(record.modes[0].rating)
    #expect(rating.matches == 2 && rating.course.map(\.at.microseconds) == [1, 2])
    #expect(
      rating.course.last?.shown == rating.shown && rating.shown == rating.mu - 3 * rating.sigma)
    #expect(rating.course[0].shown > rating.course[1].shown)
    #expect(table.ratings.player("ada", .memorize)?.rating.mu == rating.mu)
    #expect(record.modes[1].rating == nil)
    #expect(record.matches.map(\.matchID) == ["match 4", "match 3", "match 2", "match 1"])
  }

  @Test(
    "leaves out what nobody may know of, and what was no match between people",
    arguments: [
      result(["ada", "bob"], isPublic: false),
      result(["ada", "bob"], reason: .restarted), result(["ada", "bob"], reason: .abandoned),
      result(["ada", "bob"], ranks: [1, 1], mode: .zen), result(["ada", nil], bots: [1]),
      result(["ada"]), result(["ada", "ada"]), result(["ada", "bob"], ranks: [1, 3]),
    ])
  func uncounted(_ result: MatchResult) {
    #expect(table([result]).playerCount == 0)
  }

  @Test("counts rated results of versions without profiles, and no others")
  func former() throws {
    var rated = Self.result(["ada", "bob"], isRated: true)
    rated.detail = nil
    var casual = Self.result(["ada", "bob"])
    casual.detail = nil
    let record = try #require(table([rated, casual]).find("ada").record)
    #expect(record.matchCount == 1 && record.themes == [] && record.bestRecall == nil)
  }

  @Test("guests and bots have no profile, and are no opponents; a match against a guest counts")
  func guests() throws {
    let table = table([Self.result(["ada", nil, nil], names: ["Ada", "Gus", "Bot"], bots: [2])])
    #expect(table.find("Gus").players == [] && table.find("Bot").players == [])
    let record = try #require(table.find("Ada").record)
    #expect(record.matchCount == 1 && record.winCount == 1 && record.rivalries == [])
  }

  @Test("a shared first rank is no win, and in teams the whole team wins")
  func wins() throws {
    let drawn = table([Self.result(["ada", "bob"], ranks: [1, 1])])
    let record = try #require(drawn.find("ada").record)
    #expect(record.winCount == 0 && record.rivalries.map(\.drawn) == [1])
    let teams = table([
      Self.result(["ada", "bob", "cyd", "dan"], ranks: [1, 2, 1, 2], mode: .teams)
    ])
    for (player, wins) in [("ada", 1), ("cyd", 1), ("bob", 0)] {
      #expect(teams.find(player).record?.winCount == wins)
    }
    let rivals = teams.find("ada").record?.rivalries ?? []
    #expect(Set(rivals.map(\.opponent.id)) == ["bob", "dan"], "A team-mate is no opponent.")
  }

  @Test("compares with the most frequent opponents, under their present names")
  func rivalries() throws {
    let table = table([
      Self.result(["ada", "bob"], match: 1), Self.result(["bob", "ada"], match: 2),
      Self.result(["ada", "cyd", "bob"], match: 3),
      Self.result(["bob", "dan"], names: ["Bobby", "Dan"], match: 4),
    ])
    let record = try #require(table.find("ada").record)
    #expect(
      record.rivalries == [
        Rivalry(opponent: Player(name: "Bobby", id: "bob"), won: 2, lost: 1),
        Rivalry(opponent: Player(name: "CYD", id: "cyd"), won: 1),
      ])
    #expect(record.rivalries.map(\.meetings) == [3, 1])
  }

  @Test("keeps the best recall of matches with enough chances, and counts themes")
  func details() throws {
    func played(_ found: Int, _ chances: Int, _ theme: String) -> MatchResult {
      Self.result(
        ["ada", "bob"], theme: theme,
        recall: [Recall(found: found, chances: chances), Recall(found: 0, chances: 9)])
    }
    let table = table([
      played(2, 2, "food"), played(3, 6, "animals"), played(9, 10, "food"), played(4, 5, "flags"),
    ])
    let record = try #require(table.find("ada").record)
    #expect(record.bestRecall == Recall(found: 9, chances: 10), "Two chances are too few.")
    #expect(
      record.themes == [
        ThemeCount(theme: "food", matches: 2), ThemeCount(theme: "animals", matches: 1),
        ThemeCount(theme: "flags", matches: 1),
      ])
    #expect(self.table([played(0, 9, "food")]).find("ada").record?.bestRecall == nil)
    #expect(table.find("bob").record?.bestRecall == nil, "Nothing found is no best recall.")
  }

  @Test("finds players by ID and by name in whatever case, the last ones of a name first")
  func names() {
    var table = table([
      Self.result(["1", "2"], names: ["Ann", "Bea"]),
      Self.result(["3", "2"], names: ["ANN", "Bea"]),
    ])
    #expect(table.find("1").record != nil && table.find("bea").record != nil)
    #expect(table.find("aNN").players.map(\.id) == ["3", "1"] && table.find("ann").record == nil)
    #expect(table.find("An").players == [] && table.find("").players == [])
    table.fold(Self.result(["1", "3"], names: ["Ann", "Cat"]))
    #expect(table.find("ann").players.map(\.id) == ["1"], "The other has another name by now.")
    #expect(table.find("ann").record != nil && table.find("cat").players.map(\.id) == ["3"])
    for number in 10..<40 { table.fold(Self.result(["\(number)", "2"], names: ["Ann", "Bea"])) }
    #expect(table.find("ann").players.map(\.id) == (30..<40).reversed().map { "\($0)" })
    #expect(table.find("1").record != nil, "Beyond the last ten, an ID still finds the player.")
  }

  @Test("whatever is played, a record stays within its bounds")
  func bounds() throws {
    var table = ProfileTable()
    for number in 0..<300 {
      table.fold(
        Self.result(
          ["ada"] + (0..<4).map { "rival \((number + $0) % 90)" }, isRated: true, match: number))
    }
    let record = try #require(table.find("ada").record)
    #expect(record.matchCount == 300 && record.modes[0].rating?.matches == 300)
    #expect(record.modes[0].rating?.course.count == PlayerRecord.longestCourse)
    #expect(record.modes[0].rating?.course.last?.at.microseconds == 299)
    #expect(record.rivalries.count == 10 && record.matches.count == 10 && record.themes.count == 1)
    #expect(record.rivalries.reduce(0) { $0 + $1.meetings } <= ProfileTable.mostMeetings)
  }
}
