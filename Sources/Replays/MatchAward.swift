// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// What a player did best in a match.
package struct MatchAward: Hashable, Sendable {
  /// What it was.
  package enum Feat: Hashable, Sendable {
    /// The most pairs in a row.
    case streak(pairs: Int)
    /// Of the cards whose mates had been shown, the player found the most mates.
    case recall(found: Int, chances: Int)
    /// The most pairs whose second card nobody could know.
    case guesses(pairs: Int)
  }

  /// The seat.
  package let seat: SeatIndex
  /// The player.
  package let player: Player
  /// The feat.
  package let feat: Feat

  /// The fewest pairs in a row that are worth an award.
  private static let leastStreak = 2
  /// The fewest chances by which recall is judged.
  package static let leastChances = 3

  /// The awards of a match, each to the player ranked first among equals; at most three, and none for what
  /// nobody did.
  package static func awards(of match: MatchStatistics) -> [MatchAward] {
    var awards: [MatchAward] = []
    func give(_ feat: (PlayerStatistics) -> Feat?, better: (Feat, Feat) -> Bool) {
      var best: MatchAward?
      for player in match.players {
        guard let feat = feat(player) else { continue }
        if let best, !better(feat, best.feat) { continue }
        best = MatchAward(seat: player.seat, player: player.player, feat: feat)
      }
      if let best { awards.append(best) }
    }
    give({ $0.longestStreak >= leastStreak ? .streak(pairs: $0.longestStreak) : nil }) {
      $0.amount > $1.amount
    }
    give({ player in
      let chances = player.recall.reduce(0) { $0 + $1.chances }
      let found = player.recall.reduce(0) { $0 + $1.found }
      return chances >= leastChances && found > 0 ? .recall(found: found, chances: chances) : nil
    }) { $0.share > $1.share || $0.share == $1.share && $0.amount > $1.amount }
    give({ player in
      let guesses = player.outcomes.count { $0 == .guess }
      return guesses > 0 ? .guesses(pairs: guesses) : nil
    }) { $0.amount > $1.amount }
    return awards
  }
}

extension MatchAward.Feat {
  /// The pairs that count.
  fileprivate var amount: Int {
    switch self {
    case .streak(let pairs), .guesses(let pairs), .recall(let pairs, _): pairs
    }
  }

  /// The part of all chances that was used.
  fileprivate var share: Double {
    if case .recall(let found, let chances) = self { Double(found) / Double(chances) } else { 1 }
  }
}
