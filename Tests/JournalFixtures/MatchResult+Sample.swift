// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby

extension MatchResult {
  /// A result in which players are ranked as listed.
  package static func sample(
    _ ids: [String], mode: MatchSettings.Mode = .memorize, match: String = "match",
    at time: ServerTime = .zero, isRated: Bool = true
  ) -> MatchResult {
    MatchResult(
      matchID: match, mode: mode, isRated: isRated, endedAt: time, reason: .finished,
      standings: ids.enumerated().map { index, id in
        Standing(
          rank: index + 1, seat: SeatIndex(index), player: Player(name: id.uppercased(), id: id),
          score: ids.count - index, pairs: 1)
      })
  }
}
