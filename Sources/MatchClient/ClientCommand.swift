// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol

/// A command from the user or program at a client.
package enum ClientCommand: Hashable, Sendable {
  /// Request the room list, once or with updates.
  case listRooms(watch: Bool)
  /// Request a mode's leaderboard.
  case leaderboard(MatchSettings.Mode)
  /// Request the profile of the player with an ID or a name.
  case profile(String)
  /// Request the daily deals, with the results of the player with an ID; nil for nobody's.
  case daily(String?)
  /// Send a request about rooms as it is.
  case request(RoomRequest)
  /// Get ready, with a commitment to a fresh share of the deal.
  case ready
  /// List the replays of a mode; nil for all.
  case listReplays(MatchSettings.Mode?)
  /// Fetch the replay of the match with this id.
  case fetchReplay(String)
  /// Any other intent at the table, with what was seen and when it was pressed; a choice that the
  /// server would refuse as too early is held back.
  case intent(Intent)
  /// Show a reaction.
  case react(ReactionKind)
  /// Show others where the player points: at a place of the board, or nil for none.
  case point(Int?)
  /// Say how many watch through this client, which is a relay's.
  case watching(Int)
}

extension ClientCommand {
  /// Whether the command enters a room.
  package var isEntering: Bool {
    switch self {
    case .request(.createRoom), .request(.quickMatch), .request(.joinRoom): true
    default: false
    }
  }
}
