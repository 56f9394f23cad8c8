// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// The best players of a mode.
public struct Leaderboard: Hashable, Sendable {
  /// One player's rating.
  public struct Row: Hashable, Sendable {
    /// The rank, 1 for the best; equal ratings share one.
    public var rank: Int
    /// The player, with the name they last used.
    public var player: Player
    /// The shown rating: `mu` minus three `sigma`.
    public var shown: Double
    /// The mean of the estimate.
    public var mu: Double
    /// Its standard deviation.
    public var sigma: Double
    /// Rated matches played.
    public var matches: Int

    /// A row with all its parts.
    public init(
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
  public var id: RequestID
  /// The mode.
  public var mode: MatchSettings.Mode
  /// The rows, best first.
  public var rows: [Row]

  /// The answer to request `id`.
  public init(id: RequestID, mode: MatchSettings.Mode, rows: [Row]) {
    self.id = id
    self.mode = mode
    self.rows = rows
  }
}
