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
  /// Open a room.
  case createRoom(MatchSettings)
  /// Take a seat at a matching public table, or open one.
  case quickMatch(MatchSettings.Mode, seats: Int, isRated: Bool)
  /// Enter a room.
  case joinRoom(code: String, role: Role)
  /// Leave the room.
  case leaveRoom
  /// Get ready, with a commitment to a fresh share of the deal.
  case ready
  /// List the replays of a mode; nil for all.
  case listReplays(MatchSettings.Mode?)
  /// Fetch the replay of the match with this id.
  case fetchReplay(String)
  /// Any other intent at the table.
  case intent(Intent)
  /// Show a reaction.
  case react(ReactionKind)
}

extension ClientCommand {
  /// Whether the command enters a room.
  package var isEntering: Bool {
    switch self {
    case .createRoom, .quickMatch, .joinRoom: true
    default: false
    }
  }
}
