// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// Statistics of one player in a match.
package struct PlayerStatistics: Hashable, Sendable {
  /// Recall at one range of distances: how often a mate shown that long ago was found.
  package struct Recall: Hashable, Sendable {
    /// The least number of cards shown between the mate and the first card.
    package let least: Int
    /// The greatest such number; nil for any.
    package let most: Int?
    /// The number of turns whose first card's mate was shown at this distance.
    package internal(set) var chances = 0
    /// The number of those turns that found it.
    package internal(set) var found = 0
  }

  /// What became of a turn.
  package enum Outcome: Hashable, Sendable {
    /// Two cards that match, the second of which had been shown before or was the last one left.
    case pair
    /// Two cards that match, the second of which nobody could know.
    case guess
    /// Two cards that do not match.
    case mismatch
    /// One card only: the time was up, or the player left.
    case single
  }

  /// The seat.
  package let seat: SeatIndex
  /// The player.
  package let player: Player
  /// The rank in the final standings.
  package let rank: Int
  /// The final score.
  package let score: Int
  /// Pairs found.
  package let pairs: Int
  /// The turns in which a card was turned, in order; a turn kept by a pair counts as another one.
  package private(set) var outcomes: [Outcome] = []
  /// The number of these turns.
  package var turns: Int { outcomes.count }
  /// Cards turned.
  package private(set) var cards = 0
  /// The longest run of turns that each found a pair.
  package private(set) var longestStreak = 0
  /// Recall by distance, nearest first.
  package private(set) var recall = [(0, 1), (2, 3), (4, 7), (8, 15), (16, 31), (32, nil)].map {
    Recall(least: $0.0, most: $0.1)
  }
  /// The faces of the pairs found, in order.
  package private(set) var faces: [Face] = []
  /// The score after each turn of the match, whoever took it; in modes without scores, the pairs.
  package internal(set) var course: [Int] = []
  /// Mismatches in place of which a perfect memory would have turned a pair.
  package private(set) var misses = 0
  private var streak = 0

  /// A player of the final standings, with nothing counted yet.
  init(_ standing: Standing) {
    seat = standing.seat
    player = standing.player
    rank = standing.rank
    score = standing.score
    pairs = standing.pairs
  }

  /// Pairs found per turn, 0...1; nil without any turn.
  package var pairsPerTurn: Double? { turns > 0 ? Double(pairs) / Double(turns) : nil }

  /// Counts a turn.
  mutating func count(_ turn: CountedTurn) {
    outcomes.append(turn.outcome)
    cards += turn.cards
    if let face = turn.found { faces.append(face) }
    streak = turn.found != nil ? streak + 1 : 0
    longestStreak = max(longestStreak, streak)
    if turn.miss != nil { misses += 1 }
    guard let distance = turn.distance,
      let index = recall.firstIndex(where: { distance <= $0.most ?? .max })
    else { return }
    recall[index].chances += 1
    if turn.found != nil { recall[index].found += 1 }
  }
}

extension CountedTurn {
  /// What became of it.
  fileprivate var outcome: PlayerStatistics.Outcome {
    guard cards == 2 else { return .single }
    guard found != nil else { return .mismatch }
    return isGuess ? .guess : .pair
  }
}
