// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol

/// An event that a client reports to its user.
package enum ClientEvent: Hashable, Sendable {
  /// The session is open.
  case welcomed
  /// The server has accepted the player's key.
  case proven(playerID: String)
  /// The server has refused the proof of the player's key: the player is a guest there.
  case unproven(Refusal)
  /// The list of rooms has changed.
  case rooms
  /// The leaderboard that was requested.
  case leaderboard(Leaderboard)
  /// The profile that was requested, or the players of the name.
  case profile(Profile)
  /// The daily deals that were requested.
  case daily(Daily)
  /// The client has entered a room or resumed it; the log begins or continues.
  case joined
  /// The server's time is known, in a room that was entered or resumed before that.
  case timeKnown
  /// An entry was added to the log.
  case entry(Entry)
  /// A command was refused.
  case refused(ClientCommand?, Refusal)
  /// A held choice was replaced by another before it was sent.
  case withdrawn(ClientCommand)
  /// A revealed face does not match its card's commitment: the server has cheated.
  case brokenCommitment(CardID)
  /// This seat's share was not used in the deal.
  case shareLost(ShareProblem)
  /// Another seat's share or commitment contradicts the server's earlier statements: the server has
  /// cheated.
  case shareForged(SeatIndex)
  /// The presence of players has changed.
  case presence
  /// The number of spectators has changed.
  case audience
  /// The player in a seat has shown a reaction; without a seat, a viewer.
  case reaction(SeatIndex?, ReactionKind)
  /// The player in a seat, whose turn it is, points at a place of the board; nil for none.
  case pointing(SeatIndex, place: Int?)
  /// An announcement by the operator, verbatim.
  case notice(String)
  /// The list of replays, latest first.
  case replays([ReplaySummary])
  /// A replay; its entries have been validated.
  case replay(Replay)
  /// The client has left its room.
  case left(reason: String)
  /// The server is about to close the connection, with a reason.
  case closing(Closing)
  /// The server sent something this client cannot decode.
  case garbled(String)
  /// The client does not follow the server to another node, and connects to its first address again.
  case notFollowed(MoveProblem)
  /// The connection is lost or silent, or the room is moved to another node; the next attempt begins
  /// at this time, or has begun.
  case interrupted(retryAt: LocalTime)
  /// A silent connection has answered after all; the session continues.
  case restored
  /// The connection is lost, and the client has stopped trying.
  case disconnected
}
