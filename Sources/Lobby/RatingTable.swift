// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// Everyone's ratings: a fold over match results in the order in which they were journalled.
///
/// Only the results are stored; folding the same results gives the same ratings, bit for bit.
package struct RatingTable: Sendable {
  /// The players of one mode.
  private struct Ladder: Sendable {
    var players: [RatedPlayer] = []
    private(set) var places: [String: Int] = [:]
    /// Indices of the players, best first; a cache, nil after a change.
    var order: [Int]?

    /// The index of a player, who is appended if new.
    mutating func place(of id: String, called name: String) -> Int {
      if let place = places[id] {
        players[place].name = name
        return place
      }
      places[id] = players.count
      players.append(RatedPlayer(id: id, name: name))
      return players.count - 1
    }

    /// Updates the players' ratings with a match.
    mutating func fold(_ ids: [String], _ standings: [Standing], by model: PlackettLuce) {
      assert(ids.count == standings.count, "Each standing of a rated match names one player.")
      let places = zip(ids, standings).map { place(of: $0, called: $1.player.name) }
      let after = model.rate(places.map { players[$0].rating }, ranks: standings.map(\.rank))
      for (place, rating) in zip(places, after) {
        players[place].rating = rating
        players[place].matches += 1
      }
      order = nil
    }

    /// Sorts the players unless the cache is valid.
    mutating func sorted() -> [Int] {
      if let order {
        assert(order.count == players.count, "A cached order covers every player.")
        return order
      }
      let order = players.indices.sorted { left, right in
        let (left, right) = (players[left], players[right])
        if left.rating.shown != right.rating.shown { return left.rating.shown > right.rating.shown }
        return left.id < right.id
      }
      self.order = order
      return order
    }
  }

  private let model = PlackettLuce()
  private var ladders: [MatchSettings.Mode: Ladder] = [:]
  /// How many results have counted.
  package private(set) var matchCount = 0

  /// An empty table.
  package init() {}

  /// How many players have a rating in a mode.
  package func playerCount(_ mode: MatchSettings.Mode) -> Int { ladders[mode]?.players.count ?? 0 }

  /// A player's rating in a mode; nil if they have none.
  package func player(_ id: String, _ mode: MatchSettings.Mode) -> RatedPlayer? {
    guard let ladder = ladders[mode], let place = ladder.places[id] else { return nil }
    return ladder.players[place]
  }

  /// Folds a result in.
  ///
  /// A player who left ranks last, in the standings and so here.
  ///
  /// - Throws: why the result does not count; the table is unchanged then.
  package mutating func fold(_ result: MatchResult) throws(UncountedResult) {
    let ids = try result.ratedPlayers()
    // In place: copying all players for each match would dominate the cost.
    ladders[result.mode, default: Ladder()].fold(ids, result.standings, by: model)
    matchCount += 1
  }

  /// The best players of a mode, best first: by shown rating, then by id.
  ///
  /// Sorts all players on the first call after a change.
  package mutating func leaderboard(_ mode: MatchSettings.Mode, limit: Int) -> [RankedPlayer] {
    guard let order = ladders[mode]?.sorted(), let players = ladders[mode]?.players else {
      return []
    }
    var ranked: [RankedPlayer] = []
    for (place, index) in order.prefix(max(limit, 0)).enumerated() {
      let player = players[index]
      let isTied = ranked.last?.player.rating.shown == player.rating.shown
      ranked.append(
        RankedPlayer(rank: isTied ? ranked[place - 1].rank : place + 1, player: player))
    }
    return ranked
  }
}

/// A player's rating in one mode.
package struct RatedPlayer: Hashable, Sendable {
  /// The identity proven by a key.
  package var id: String
  /// The name they last used.
  package var name: String
  /// The estimate of their strength.
  package var rating = Rating()
  /// Rated matches played.
  package var matches = 0

  /// A new player.
  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

/// A player's place on a leaderboard.
package struct RankedPlayer: Hashable, Sendable {
  /// The place, 1 for the best; equal ratings share one.
  package var rank: Int
  /// The player.
  package var player: RatedPlayer
}
