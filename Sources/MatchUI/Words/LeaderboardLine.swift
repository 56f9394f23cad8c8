// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
package import Protocol

/// One player's line of a leaderboard, in words.
package struct LeaderboardLine: Hashable, Sendable {
  /// The rank.
  package let rank: String
  /// The player's name, marked if it is the viewer.
  package let name: String
  /// The rating, by which players are ranked.
  package let rating: String
  /// How many rated matches were played.
  package let matches: String
  /// Whether it is the viewer's.
  package let isYou: Bool

  /// The column headers.
  package static let head = LeaderboardLine(
    rank: "#", name: "Player", rating: "Rating", matches: "Matches", isYou: false)

  /// The lines of a board, whose viewer has this player ID; nil if it is unknown.
  package static func lines(of board: Leaderboard, you: String?) -> [LeaderboardLine] {
    zip(board.rows, board.names).map { row, name in
      let isYou = you != nil && row.player.id == you
      return LeaderboardLine(row, called: isYou ? "\(name) (you)" : name, isYou: isYou)
    }
  }

  private init(_ row: Leaderboard.Row, called name: String, isYou: Bool) {
    self.init(
      rank: "\(row.rank)", name: name.harmless(limit: 40), rating: RatingScale.text(row.shown),
      matches: "\(row.matches)", isYou: isYou)
  }

  private init(rank: String, name: String, rating: String, matches: String, isYou: Bool) {
    (self.rank, self.name, self.rating) = (rank, name, rating)
    (self.matches, self.isYou) = (matches, isYou)
  }
}

extension [LeaderboardLine] {
  /// The lines for a command, below the column headers.
  package var printed: [String] {
    TextTable.lines(([.head] + self).map { [$0.rank, $0.rating, $0.matches, $0.name] })
  }
}
