// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// The best players of a mode.
package struct Leaderboard: Hashable, Sendable {
  /// One player's rating.
  package struct Row: Hashable, Sendable {
    /// The rank, 1 for the best; equal ratings share one.
    package var rank: Int
    /// The player, with the name they last used.
    package var player: Player
    /// The shown rating: `mu` minus three `sigma`.
    package var shown: Double
    /// The mean of the estimate.
    package var mu: Double
    /// Its standard deviation.
    package var sigma: Double
    /// Rated matches played.
    package var matches: Int

    /// A row with all its parts.
    package init(
      rank: Int, player: Player, shown: Double, mu: Double, sigma: Double, matches: Int
    ) {
      self.rank = rank
      self.player = player
      self.shown = shown
      self.mu = mu
      self.sigma = sigma
      self.matches = matches
    }
  }

  /// The request it answers.
  package var id: RequestID
  /// The mode.
  package var mode: MatchSettings.Mode
  /// The rows, best first.
  package var rows: [Row]

  /// The answer to request `id`.
  package init(id: RequestID, mode: MatchSettings.Mode, rows: [Row]) {
    self.id = id
    self.mode = mode
    self.rows = rows
  }
}
