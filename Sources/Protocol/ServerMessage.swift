// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A message from the server; one WebSocket message is one of these.
package enum ServerMessage: Hashable, Sendable {
  /// The session is open, or its player proven.
  case welcome(Welcome)
  /// Answers `ping`.
  case pong(Pong)
  /// The public rooms, then their changes.
  case rooms(RoomsUpdate)
  /// The session has entered a room.
  indirect case joined(Joined)
  /// The next entry of the room's log.
  case entry(Entry)
  /// A request was refused; `id` is nil if it had none.
  case refused(id: RequestID?, Refusal)
  /// Whether each taken seat is connected.
  case presence([SeatPresence])
  /// The member `actor` showed a reaction; nil for a viewer, whoever it is.
  case reaction(actor: ActorNumber?, ReactionKind)
  /// The member `actor`, whose turn it is, points at a place of the board; nil for none.
  case pointing(actor: ActorNumber, place: Int?)
  /// The number of spectators.
  case audience(count: Int)
  /// The session has left its room for the reason `code`, a stable string; `id` is nil if it did
  /// not ask.
  case left(id: RequestID?, code: String)
  /// The server is about to close the connection.
  case closing(Closing)
  /// A mode's leaderboard.
  case leaderboard(Leaderboard)
  /// A player's profile, or the players of a name.
  case profile(Profile)
  /// Today's deal with its results.
  case daily(Daily)
  /// The list of replays, latest first.
  case replays(id: RequestID, [ReplaySummary])
  /// A whole replay.
  indirect case replay(Replay)
  /// An announcement by the operator to everyone connected: one line, verbatim.
  case notice(String)
  /// Another node of the world decides for the session's room, or for what it asks for.
  case moved(Moved)
  /// The session's room is about to move to the node at this address; nothing is promised.
  case moving(url: String)
  /// A message that this version does not support or does not know; to be skipped.
  ///
  /// It is encoded as a message without content.
  case unrecognized
}
