// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol

/// Leaderboards as lines of text.
package enum LeaderboardSentences {
  /// The boards with at least one player, each under its mode.
  package static func table(_ boards: [Leaderboard]) -> String {
    let filled = boards.filter { !$0.rows.isEmpty }
    guard !filled.isEmpty else {
      return empty(boards.count == 1 ? boards.first?.mode : nil)
    }
    return filled.map { board in
      ([board.mode.rules.name] + LeaderboardLine.lines(of: board, you: nil).printed)
        .joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// What a rating means.
  package static let explanation =
    "Everybody starts at 1500. A rating rises with wins, and as more matches make it certain."

  /// An empty board in words, and how to get onto it; a nil `mode` stands for all modes.
  package static func empty(_ mode: MatchSettings.Mode?) -> String {
    nobody(in: mode) + " Play a rated match with  facedown quick URL --rated."
  }

  /// The sentence for an empty board; a nil `mode` stands for all modes.
  package static func nobody(in mode: MatchSettings.Mode?) -> String {
    mode.map { "Nobody is rated in \($0.rules.name) here yet." } ?? "Nobody is rated here yet."
  }

  /// The sentence for a mode without ratings.
  package static func unrated(_ mode: MatchSettings.Mode) -> String {
    let modes = MatchSettings.Mode.rated.map { $0.rawValue }.joined(separator: ", ")
    return "Matches in \(mode.rawValue) are not rated; the rated modes are \(modes)."
  }
}
