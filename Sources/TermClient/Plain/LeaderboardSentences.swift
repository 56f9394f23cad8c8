// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// Who is best, in lines for people.
enum LeaderboardSentences {
  /// The boards that have somebody on them, each under its mode.
  static func table(_ boards: [Leaderboard]) -> String {
    let filled = boards.filter { !$0.rows.isEmpty }
    guard !filled.isEmpty else {
      return nobody(in: boards.count == 1 ? boards.first?.mode : nil)
        + " Play a rated match with  facedown quick URL --rated."
    }
    return filled.map { ([Wording.mode($0.mode)] + $0.lines).joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  /// Says that a board is empty; nil for all of them.
  static func nobody(in mode: MatchSettings.Mode?) -> String {
    mode.map { "Nobody is rated in \(Wording.mode($0)) here yet." } ?? "Nobody is rated here yet."
  }

  /// Says that there are no ratings in a mode.
  static func unrated(_ mode: MatchSettings.Mode) -> String {
    let modes = MatchSettings.Mode.rated.map(\.rawValue).joined(separator: ", ")
    return "There are no ratings in \(mode.rawValue); there are in \(modes)."
  }
}
