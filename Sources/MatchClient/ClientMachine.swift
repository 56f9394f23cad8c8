// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol
package import Wire

/// An input of a client.
package enum ClientInput: Sendable {
  /// The connection is open, its handshake done.
  case opened
  /// A whole message was received.
  case received([UInt8])
  /// The connection was lost or closed.
  case closed
  /// A command from the user or program.
  case command(ClientCommand)
  /// A timer is due.
  case tick
  /// The machine has slept; its clock counted that time only roughly.
  case woke
}

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
  /// The client has entered a room or resumed it; the log begins or continues.
  case joined
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
  /// The player in a seat has shown a reaction.
  case reaction(SeatIndex, ReactionKind)
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
  /// The connection is lost or silent; the next attempt begins at this time, or has begun.
  case interrupted(retryAt: LocalTime)
  /// A silent connection has answered after all; the session continues.
  case restored
  /// The connection is lost, and the client has stopped trying.
  case disconnected
}

/// An action that a client requests.
package enum ClientOutput: Hashable, Sendable {
  /// Send one message.
  case send([UInt8])
  /// Report an event to the user.
  case event(ClientEvent)
  /// Close the connection.
  case close
}

/// A client as a value: inputs in, outputs out, without a clock or a socket.
package protocol ClientMachine: Sendable {
  /// The message encoding.
  var encoding: WireEncoding { get }
  /// When `tick` is due next; nil for never.
  var nextWake: LocalTime? { get }
  /// When the oldest unanswered probe was sent; nil if there is none.
  var unansweredSince: LocalTime? { get }
  /// Whether a message may be late: nothing is asked, and no press waits for the clock's probes.
  var mayLinger: Bool { get }
  /// Handles one input and returns what to do.
  mutating func handle(_ input: ClientInput, now: LocalTime) -> [ClientOutput]
}
