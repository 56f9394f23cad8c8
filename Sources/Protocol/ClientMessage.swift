// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// What a client says; one WebSocket message is one of these.
///
/// Commands of a client ask; the server answers with entries of the log, with `refused`, or with
/// the message named at each case.
public enum ClientMessage: Hashable, Sendable {
  /// Who is there: the first message of every connection. Answered by `welcome` or `closing`.
  case hello(Hello)
  /// Proves the key that `hello` named, by an Ed25519 signature. Answered by `welcome`, with the player
  /// proven.
  case prove(signature: [UInt8])
  /// Measures the way to the server and its clock. Answered by `pong`.
  case ping(Ping)
  /// Asks for the public rooms, and with `watch` for their changes. Answered by `rooms`.
  case listRooms(watch: Bool)
  /// Opens a room; what `settings` leave unsaid on the wire is the default. Answered by `joined`.
  case createRoom(id: RequestID, settings: MatchSettings)
  /// Asks for a table with others. Answered by `joined` when one is found or opened.
  case quickMatch(QuickMatch)
  /// Enters a room, or goes on in one. Answered by `joined`.
  case joinRoom(JoinRoom)
  /// Leaves the room the session is in. Answered by `left`.
  case leaveRoom(id: RequestID)
  /// Asks something of the match. Answered by the entry whose cause names it.
  case intent(IntentRequest)
  /// Shows a feeling to the room. Not answered.
  case react(ReactionKind)
  /// Asks for the best players of a mode. Answered by `leaderboard`.
  case leaderboard(id: RequestID, mode: MatchSettings.Mode)
  /// Asks which matches of a mode, nil for any, can be watched again. Answered by `replays`.
  case replays(id: RequestID, mode: MatchSettings.Mode?)
  /// Asks for one match from beginning to end. Answered by `replay`.
  case replay(id: RequestID, matchID: String)
  /// A message that this version does not serve, or does not know.
  ///
  /// `name` is the message's name in the schema, empty where even that is unknown; `id` is its
  /// request's number where it has one. Encoding one gives a message without content.
  case unsupported(id: RequestID?, name: String)

  /// The number of what it asks for; nil for what has none.
  public var requestID: RequestID? {
    switch self {
    case .createRoom(let id, _), .leaveRoom(let id): id
    case .leaderboard(let id, _), .replays(let id, _), .replay(let id, _): id
    case .quickMatch(let quick): quick.id
    case .joinRoom(let join): join.id
    case .intent(let intent): intent.id
    case .unsupported(let id, _): id
    case .hello, .prove, .ping, .listRooms, .react: nil
    }
  }
}
