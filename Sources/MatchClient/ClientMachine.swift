// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
public import Protocol

/// What reaches a client.
public enum ClientInput: Sendable {
  /// The connection is open, its handshake done.
  case opened
  /// A whole message came.
  case received([UInt8])
  /// The connection is gone.
  case closed
  /// The person or program at the client wants something.
  case command(ClientCommand)
  /// Time has passed.
  case tick
  /// The machine has slept: its clock has counted that only roughly.
  case woke
}

/// What a person or program at a client may want.
public enum ClientCommand: Hashable, Sendable {
  /// The list of rooms, once or kept up to date.
  case listRooms(watch: Bool)
  /// The best players of a mode.
  case leaderboard(MatchSettings.Mode)
  /// A room of one's own.
  case createRoom(MatchSettings)
  /// A table with others, wherever there is one.
  case quickMatch(MatchSettings.Mode, seats: Int, isRated: Bool)
  /// To enter a room.
  case joinRoom(code: String, role: Role)
  /// To leave the room.
  case leaveRoom
  /// To be ready, with a fresh share of the deal's randomness.
  case ready
  /// The matches of a mode, nil for any, that can be watched again.
  case listReplays(MatchSettings.Mode?)
  /// A match to watch again, by its name.
  case fetchReplay(String)
  /// Anything else at the table.
  case intent(Intent)
  /// To show the room a feeling.
  case react(ReactionKind)
}

/// What a client tells those who watch it.
public enum ClientEvent: Hashable, Sendable {
  /// The session is open.
  case welcomed
  /// The server knows the player by the key now.
  case proven(playerID: String)
  /// The server does not take the proof of the player's key: the player is a guest there.
  case unproven(Refusal)
  /// The list of rooms has changed.
  case rooms
  /// The best players of a mode, as asked for.
  case leaderboard(Leaderboard)
  /// The client is in a room; its log begins, or goes on after a break.
  case joined
  /// An entry is new in the log.
  case entry(Entry)
  /// A command was refused.
  case refused(ClientCommand?, Refusal)
  /// A choice that had not been sent yet gave way to another.
  case withdrawn(ClientCommand)
  /// A face shown does not fit its card's commitment: the server has cheated.
  case brokenCommitment(CardID)
  /// This seat's share of the deal does not count.
  case shareLost(ShareProblem)
  /// What the server states of another seat's share is not what it stated before, or does not fit
  /// its commitment: the server has cheated.
  case shareForged(SeatIndex)
  /// Who is connected has changed.
  case presence
  /// How many are watching has changed.
  case audience
  /// The player of a seat has shown a feeling.
  case reaction(SeatIndex, ReactionKind)
  /// The people who run the server say something to everyone: as they wrote it.
  case notice(String)
  /// The matches that can be watched again, latest first.
  case replays([ReplaySummary])
  /// A match to be watched again; its entries fit together.
  case replay(Replay)
  /// The client is in no room any more.
  case left(reason: String)
  /// The server will close the connection, and says why.
  case closing(Closing)
  /// The server sent what this client cannot read.
  case garbled(String)
  /// Nothing reaches the server; the next attempt to change that begins then, or has begun.
  case interrupted(retryAt: LocalTime)
  /// A connection that was silent has answered after all; the session has gone on.
  case restored
  /// The connection is gone, and no other will be tried.
  case disconnected
}

/// What a client wants done.
public enum ClientOutput: Hashable, Sendable {
  /// Send one message.
  case send([UInt8])
  /// Tell who watches.
  case event(ClientEvent)
  /// Close the connection.
  case close
}

/// A client as a value: inputs in, outputs out, no clock and no socket of its own.
public protocol ClientMachine: Sendable {
  /// How it encodes messages.
  var encoding: WireEncoding { get }
  /// When `tick` is due next; nil for never.
  var nextWake: LocalTime? { get }
  /// When the oldest question that the server has not answered yet was sent; nil for none.
  var unansweredSince: LocalTime? { get }
  /// Takes one input and says what to do.
  mutating func handle(_ input: ClientInput, now: LocalTime) -> [ClientOutput]
}
