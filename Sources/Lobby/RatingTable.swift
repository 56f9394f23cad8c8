// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// Everyone's ratings: a fold of results in the order in which they came to be.
///
/// Nothing of it is kept but the results: whoever folds the same ones gets the same ratings, to the
/// last bit.
public struct RatingTable: Sendable {
  /// The best players of one mode, and all the others.
  private struct Ladder: Sendable {
    var players: [RatedPlayer] = []
    var places: [String: Int] = [:]
    /// The players, best first; nil until they are asked for.
    var order: [Int]?
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
    var ladder = ladders[result.mode] ?? Ladder()
    let places = zip(ids, result.standings).map { id, standing in
      if let place = ladder.places[id] {
        ladder.players[place].name = standing.player.name
        return place
      }
      ladder.places[id] = ladder.players.count
      ladder.players.append(RatedPlayer(id: id, name: standing.player.name))
      return ladder.players.count - 1
    }
    let after = model.rate(
      places.map { ladder.players[$0].rating }, ranks: result.standings.map(\.rank))
    for (place, rating) in zip(places, after) {
      ladder.players[place].rating = rating
      ladder.players[place].matches += 1
    }
    ladder.order = nil
    ladders[result.mode] = ladder
    matchCount += 1
  }

  /// The best players of a mode, best first: by what is shown, equals by their ids.
  ///
  /// It is sorted when it is asked for the first time after a change.
  public mutating func leaderboard(_ mode: MatchSettings.Mode, limit: Int) -> [RankedPlayer] {
    guard var ladder = ladders[mode] else { return [] }
    let players = ladder.players
    let order =
      ladder.order
      ?? players.indices.sorted { left, right in
        let (left, right) = (players[left], players[right])
        if left.rating.shown != right.rating.shown { return left.rating.shown > right.rating.shown }
        return left.id < right.id
      }
    ladder.order = order
    ladders[mode] = ladder
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
