// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A message from the client; one WebSocket message is one of these.
///
/// The server answers with entries of the log, with `refused`, or with the message named at each
/// case.
package enum ClientMessage: Hashable, Sendable {
  /// Opens the session: the first message of every connection. Answered by `welcome` or `closing`.
  case hello(Hello)
  /// Proves the key that `hello` named, by an Ed25519 signature. Answered by a second `welcome`.
  case prove(signature: [UInt8])
  /// Measures the round trip and the server's clock. Answered by `pong`.
  case ping(Ping)
  /// Requests the public rooms, with `watch` also their changes. Answered by `rooms`.
  case listRooms(watch: Bool)
  /// A request about rooms; on the wire, each kind is a message of its own.
  case request(id: RequestID, RoomRequest)
  /// Shows a reaction to the room. Not answered.
  case react(ReactionKind)
  /// Says at which place of the board the player points, in their own turn; nil for none. Not
  /// answered.
  case point(place: Int?)
  /// Says how many viewers watch through this connection, a relay's. Not answered.
  case watching(count: Int)
  /// Requests a mode's leaderboard. Answered by `leaderboard`.
  case leaderboard(id: RequestID, mode: MatchSettings.Mode)
  /// Requests the profile of the player with an ID or a name. Answered by `profile`.
  case profile(id: RequestID, player: String)
  /// Requests today's deal with its results, and a player's own by ID. Answered by `daily`.
  case daily(id: RequestID, player: String?)
  /// Requests the list of replays of a mode, nil for all. Answered by `replays`.
  case replays(id: RequestID, mode: MatchSettings.Mode?)
  /// Requests a whole replay. Answered by `replay`.
  case replay(id: RequestID, matchID: String)
  /// A message that this version does not support or does not know.
  ///
  /// `name` is its name in the schema, empty if unknown; `id` is its request id, if it has one. It
  /// is encoded as a message without content.
  case unsupported(id: RequestID?, name: String)

  /// The request id; nil for messages without one.
  package var requestID: RequestID? {
    switch self {
    case .request(let id, _): id
    case .leaderboard(let id, _), .replays(let id, _), .replay(let id, _), .profile(let id, _): id
    case .daily(let id, _): id
    case .unsupported(let id, _): id
    case .hello, .prove, .ping, .listRooms, .react, .point, .watching: nil
    }
  }
}
