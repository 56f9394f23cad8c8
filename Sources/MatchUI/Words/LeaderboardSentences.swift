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
    return filled.map { ([$0.mode.rules.name] + $0.lines).joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  /// What the columns of a board mean.
  package static let explanation =
    "Rating: a cautious estimate of your strength. It rises as you win, and as you play more. "
    + "Estimate: the likely strength, and how far off that may be."

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
