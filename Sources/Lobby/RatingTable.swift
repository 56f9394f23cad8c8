// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// Everyone's ratings: a fold of results in the order in which they came to be.
///
/// Nothing of it is kept but the results: whoever folds the same ones gets the same ratings, to the
/// last bit.
public struct RatingTable: Sendable {
  /// The players of one mode.
  private struct Ladder: Sendable {
    var players: [RatedPlayer] = []
    private(set) var places: [String: Int] = [:]
    /// The players, best first; nil until they are asked for.
    var order: [Int]?

    /// Where a player is among the others; at the end, if they are new.
    mutating func place(of id: String, called name: String) -> Int {
      if let place = places[id] {
        players[place].name = name
        return place
      }
      places[id] = players.count
      players.append(RatedPlayer(id: id, name: name))
      return players.count - 1
    }

    /// Takes a match of players into their ratings.
    mutating func fold(_ ids: [String], _ standings: [Standing], by model: PlackettLuce) {
      let places = zip(ids, standings).map { place(of: $0, called: $1.player.name) }
      let after = model.rate(places.map { players[$0].rating }, ranks: standings.map(\.rank))
      for (place, rating) in zip(places, after) {
        players[place].rating = rating
        players[place].matches += 1
      }
      order = nil
    }

    /// Sorts the players, if that has not been done since the last match.
    mutating func sorted() -> [Int] {
      if let order { return order }
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
  /// How many results counted.
  public private(set) var matchCount = 0

  /// A table in which nobody has played.
  public init() {}

  /// How many players have a rating in a mode.
  public func playerCount(_ mode: MatchSettings.Mode) -> Int { ladders[mode]?.players.count ?? 0 }

  /// The rating of a player in a mode, nil for who has none.
  public func player(_ id: String, _ mode: MatchSettings.Mode) -> RatedPlayer? {
    guard let ladder = ladders[mode], let place = ladder.places[id] else { return nil }
    return ladder.players[place]
  }

  /// Takes a result in.
  ///
  /// Who left is last in its standings, and so in this.
  ///
  /// - Throws: why it does not count; then nothing has changed.
  public mutating func fold(_ result: MatchResult) throws(UncountedResult) {
    let ids = try result.ratedPlayers()
    // In place: a copy of all players for each match would cost more than all the rest.
    ladders[result.mode, default: Ladder()].fold(ids, result.standings, by: model)
    matchCount += 1
  }

  /// The best players of a mode, best first: by what is shown, equals by their ids.
  ///
  /// It is sorted when it is asked for the first time after a change.
  public mutating func leaderboard(_ mode: MatchSettings.Mode, limit: Int) -> [RankedPlayer] {
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

/// A player in one mode, as results have made them.
public struct RatedPlayer: Hashable, Sendable {
  /// The identity proven by a key.
  public var id: String
  /// The name they had last.
  public var name: String
  /// What is believed of their strength.
  public var rating = Rating()
  /// Rated matches played.
  public var matches = 0

  /// A player of whom nothing is known.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

/// A player's place among all of a mode.
public struct RankedPlayer: Hashable, Sendable {
  /// The place, 1 for the best; equals share one.
  public var rank: Int
  /// The player.
  public var player: RatedPlayer
}
