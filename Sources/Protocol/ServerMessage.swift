// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// What the server says; one WebSocket message is one of these.
public enum ServerMessage: Hashable, Sendable {
  /// The session is open.
  case welcome(Welcome)
  /// Answers `ping`.
  case pong(Pong)
  /// The public rooms, then what changed of them.
  case rooms(RoomsUpdate)
  /// The session is in a room.
  case joined(Joined)
  /// The next line of the room's log.
  case entry(Entry)
  /// A request was not granted; `id` is nil where it had no number.
  case refused(id: RequestID?, Refusal)
  /// Whose connection is open, of every taken seat.
  case presence([SeatPresence])
  /// The member `actor` showed a feeling.
  case reaction(actor: ActorNumber, ReactionKind)
  /// How many are watching without a seat.
  case audience(count: Int)
  /// The session is in no room any more, because of `code`, a stable string; `id` is nil where it did
  /// not ask to leave.
  case left(id: RequestID?, code: String)
  /// The server closes the connection next.
  case closing(Closing)
  /// The best players of a mode.
  case leaderboard(Leaderboard)
  /// Matches that can be watched again, latest first.
  case replays(id: RequestID, [ReplaySummary])
  /// A match from beginning to end.
  case replay(Replay)
  /// The people who run the server tell everyone who is connected something: one line, as they
  /// wrote it.
  case notice(String)
  /// A message that this version does not take up, or does not know: to be skipped.
  ///
  /// Encoding one gives a message without content.
  case unrecognized
}
