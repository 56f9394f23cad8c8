// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Testing

@testable import Lobby

@Suite("The ratings as a fold", .timeLimit(.minutes(1)))
struct RatingTableTests {
  /// A result of players called by their ids, in the order of their ranks.
  static func result(
    _ ids: [String?], ranks: [Int]? = nil, names: [String]? = nil,
    mode: MatchSettings.Mode = .memorize, isRated: Bool = true,
    reason: Event.Ended.Reason = .finished, bots: Set<Int> = []
  ) -> MatchResult {
    MatchResult(
      matchID: "match", mode: mode, isRated: isRated, endedAt: .zero, reason: reason,
      standings: ids.enumerated().map { index, id in
        Standing(
          rank: ranks?[index] ?? index + 1, seat: SeatIndex(index),
          player: Player(
            name: names?[index] ?? id?.uppercased() ?? "Guest", id: id,
            isBot: bots.contains(index)),
          score: 0, pairs: 0)
      })
  }

  @Test("begins everybody at 25 and moves all of a match at once")
  func folds() throws {
    var table = RatingTable()
    try table.fold(Self.result(["ada", "bob"]))
    let (ada, bob) = (table.player("ada", .memorize), table.player("bob", .memorize))
    let expected = PlackettLuce().rate([Rating(), Rating()], ranks: [1, 2])
    #expect(ada?.rating == expected[0] && bob?.rating == expected[1])
    #expect(ada?.matches == 1 && bob?.matches == 1)
    try table.fold(Self.result(["bob", "cyd"]))
    #expect(table.player("ada", .memorize)?.rating == expected[0])
    let next = PlackettLuce().rate([expected[1], Rating()], ranks: [1, 2])
    #expect(table.player("bob", .memorize)?.rating == next[0])
    #expect(table.player("bob", .memorize)?.matches == 2)
    #expect(table.matchCount == 2 && table.playerCount(.memorize) == 3)
  }

  @Test("one rating a mode")
  func modes() throws {
    var table = RatingTable()
    try table.fold(Self.result(["ada", "bob"], mode: .blitz))
    #expect(table.player("ada", .memorize) == nil)
    #expect(table.leaderboard(.memorize, limit: 9) == [])
    #expect(table.leaderboard(.blitz, limit: 9).map(\.player.id) == ["ada", "bob"])
  }

  @Test("identifies players by key, and shows their latest name")
  func names() throws {
    var table = RatingTable()
    try table.fold(Self.result(["a", "b"], names: ["Ann", "Ann"]))
    try table.fold(Self.result(["b", "a"], names: ["Bea", "Ann"]))
    #expect(table.player("a", .memorize)?.name == "Ann")
    #expect(table.player("b", .memorize)?.name == "Bea")
    #expect(table.playerCount(.memorize) == 2)
  }

  @Test("lists the best first, equals on one rank by their ids, and no more than asked for")
  func order() throws {
    var table = RatingTable()
    #expect(table.leaderboard(.classic, limit: 5) == [])
    try table.fold(Self.result(["d", "c", "b", "a"], ranks: [1, 2, 2, 4], mode: .classic))
    let best = table.leaderboard(.classic, limit: 100)
    #expect(best.map(\.player.id) == ["d", "b", "c", "a"])
    #expect(best.map(\.rank) == [1, 2, 2, 4])
    #expect(table.leaderboard(.classic, limit: 2) == Array(best.prefix(2)))
    #expect(table.leaderboard(.classic, limit: 0) == [])
    #expect(table.leaderboard(.classic, limit: -1) == [])
    for _ in 0..<5 { try table.fold(Self.result(["a", "d"], mode: .classic)) }
    #expect(table.leaderboard(.classic, limit: 1).map(\.player.id) == ["a"])
  }

  @Test("the last player left ranks first, and those who resigned rank last")
  func leavers() throws {
    var table = RatingTable()
    try table.fold(Self.result(["stayed", "left"], reason: .resigned))
    #expect(table.leaderboard(.memorize, limit: 1).map(\.player.id) == ["stayed"])
    try table.fold(Self.result(["x", "y"], ranks: [1, 1], reason: .stalemate))
    #expect(table.player("x", .memorize)?.rating == table.player("y", .memorize)?.rating)
  }

  static let uncountedResults: [(MatchResult, UncountedResult)] = [
    (result(["a", "b"], isRated: false), .unrated),
    (result(["a", "b"], mode: .zen), .unratable),
    (result(["a", "b"], mode: .teams), .unratable),
    (result(["a", "b"], reason: .restarted), .unfinished(.restarted)),
    (result(["a", "b"], reason: .abandoned), .unfinished(.abandoned)),
    (result(["a", "b"], reason: .aborted), .unfinished(.aborted)),
    (result(["a", "b"], bots: [1]), .bot),
    (result(["a", nil], bots: [1]), .bot),
    (result(["a", nil]), .guest),
    (result(["a", ""]), .guest),
    (result(["a", "b", "a"]), .samePlayer),
    (result(["a"]), .alone),
    (result([]), .alone),
    (result(["a", "b"], ranks: [1, 3]), .impossibleRank),
    (result(["a", "b"], ranks: [0, 1]), .impossibleRank),
    (result(["a", "b"], ranks: [.min, .max]), .impossibleRank),
  ]

  @Test("an uncounted result has a reason and changes nothing", arguments: uncountedResults)
  func uncounted(result: MatchResult, reason: UncountedResult) throws {
    var table = RatingTable()
    let mode = result.mode.rules.isRatable ? result.mode : .memorize
    try table.fold(Self.result(["a", "b"], mode: mode))
    let before = table.player("a", .memorize)
    #expect(throws: reason) { try table.fold(result) }
    #expect(table.player("a", .memorize) == before && table.matchCount == 1)
    #expect(table.playerCount(.memorize) == 2 && table.playerCount(.zen) == 0)
    #expect(reason.description.hasSuffix("."))
  }

  @Test("is the same to the last bit when it is folded again")
  func again() throws {
    var stream = RandomStream(key: [4], hashing: .toy)
    let results = (0..<200).map { _ in
      var ids = (0..<12).map { "p\($0)" }
      stream.shuffle(&ids)
      let count = 2 + Int(stream.below(7))
      var rank = 1
      let ranks = (0..<count).map { place in
        if stream.below(3) > 0 { rank = place + 1 }
        return rank
      }
      return Self.result(Array(ids.prefix(count)), ranks: ranks)
    }
    func fold() throws -> [RankedPlayer] {
      var table = RatingTable()
      for result in results { try table.fold(result) }
      return table.leaderboard(.memorize, limit: 100)
    }
    let first = try fold()
    #expect(try fold() == first)
    #expect(first.count == 12 && first.map(\.player.matches).reduce(0, +) > 400)
    let shown = first.map(\.player.rating.shown)
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 >= $1 })
  }
}
