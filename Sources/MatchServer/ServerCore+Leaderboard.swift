// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

extension ServerCore {
  /// Maximum rows of a leaderboard.
  static let leaderboardLength = 100

  /// Adds results to the ratings and profiles, in the journal's order.
  ///
  /// Both change here and on restoring only: a match that this server has seen ending counts
  /// once the journal tells its result, and where it stands there.
  mutating func rate(_ results: [MatchResult]) {
    for result in results { profiles.fold(result) }
  }

  /// The best players of a mode.
  mutating func leaderboard(_ mode: MatchSettings.Mode, for request: RequestID) -> Leaderboard {
    Leaderboard(
      id: request, mode: mode, profiles.leaderboard(mode, limit: Self.leaderboardLength))
  }
}

extension Leaderboard {
  /// A leaderboard as the ratings have it.
  init(id: RequestID, mode: MatchSettings.Mode, _ players: [RankedPlayer]) {
    self.init(
      id: id, mode: mode,
      rows: players.map { ranked in
        Row(
          rank: ranked.rank, player: Player(name: ranked.player.name, id: ranked.player.id),
          shown: ranked.player.rating.shown, mu: ranked.player.rating.mu,
          sigma: ranked.player.rating.sigma, matches: ranked.player.matches)
      })
  }
}
