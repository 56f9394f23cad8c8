// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

extension ServerCore {
  /// The profile of the player with an ID or a name, or the players of that name; a refusal if there
  /// is nobody.
  func profile(of player: String, for request: RequestID) -> ServerMessage {
    let found = profiles.find(player)
    guard !found.players.isEmpty else {
      return .refused(id: request, Refusal(.profileUnknown))
    }
    return .profile(
      Profile(id: request, asked: player, players: found.players, record: found.record))
  }
}
