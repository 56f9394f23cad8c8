// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// What a match shows of how one of its players plays.
public struct PlayerStatistics: Hashable, Sendable {
  /// How often a mate was found that had been seen, and how long before.
  public struct Recall: Hashable, Sendable {
    /// Cards shown between the mate and the card whose mate it is, at the least.
    public let least: Int
    /// The same, at the most; nil for any number.
    public let most: Int?
    /// Turns whose first card's mate had been shown so long before.
    public internal(set) var chances = 0
    /// Those of them that found it.
    public internal(set) var found = 0
  }

  /// The seat.
  public let seat: SeatIndex
  /// Who played there.
  public let player: Player
  /// The place in the final table.
  public let rank: Int
  /// The final score.
  public let score: Int
  /// Pairs found.
  public let pairs: Int
  /// Turns in which cards were turned; one that a pair keeps is followed by another.
  public private(set) var turns = 0
  /// Cards turned in them.
  public private(set) var cards = 0
  /// The most turns on end that found a pair each.
  public private(set) var longestStreak = 0
  /// Recall against distance, nearest first.
  public private(set) var recall = [(0, 1), (2, 3), (4, 7), (8, 15), (16, 31), (32, nil)].map {
    Recall(least: $0.0, most: $0.1)
  }
  private var streak = 0

  /// A line of the final table, nothing counted yet.
  init(_ standing: Standing) {
    seat = standing.seat
    player = standing.player
    rank = standing.rank
    score = standing.score
    pairs = standing.pairs
  }

  /// Pairs found a turn, 0...1; nil without any turn.
  public var pairsPerTurn: Double? { turns > 0 ? Double(pairs) / Double(turns) : nil }

  /// Counts a turn in.
  mutating func count(_ turn: CountedTurn) {
    turns += 1
    cards += turn.cards
    streak = turn.isMatch ? streak + 1 : 0
    longestStreak = max(longestStreak, streak)
    guard let distance = turn.distance,
      let index = recall.firstIndex(where: { distance <= $0.most ?? .max })
    else { return }
    recall[index].chances += 1
    if turn.isMatch { recall[index].found += 1 }
  }
}
