// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// The entries of one decision and what is sealed with them, to be journalled whole or not at all.
public struct Batch: Hashable, Sendable {
  /// The room's code.
  public var code: RoomCode
  /// The number of the last entry the decision was made on.
  public var expectedLastSeq: UInt64
  /// The entries, at least one.
  public var entries: [Entry]
  /// The sealed record of the same step.
  public var sealed: SealedRecord?
  /// The request behind it; nil for the room's own doing.
  public var origin: Origin?
  /// Who becomes a member by it.
  public var entering: [Membership] = []
  /// Who is a member no longer.
  public var leaving: [ActorNumber] = []
  /// The match it ends, as it stood before.
  public var result: MatchResult?
  /// The same match, to be watched again.
  public var finished: FinishedMatch?

  /// Entries by nobody's request.
  public init(
    code: RoomCode, expectedLastSeq: UInt64, entries: [Entry], sealed: SealedRecord? = nil
  ) {
    self.code = code
    self.expectedLastSeq = expectedLastSeq
    self.entries = entries
    self.sealed = sealed
  }
}

/// Whose number in a room's log is whose.
public struct Membership: Hashable, Sendable {
  /// The session.
  public var session: SessionID
  /// The member it is in the room's log.
  public var actor: ActorNumber

  /// `session` is member `actor`.
  public init(session: SessionID, actor: ActorNumber) {
    self.session = session
    self.actor = actor
  }
}

/// A session that watches a room.
public struct SpectatorRecord: Hashable, Sendable {
  /// The session.
  public var session: SessionID
  /// Where its first base stood: it may be given every entry after this one again.
  public var firstSeq: UInt64

  /// `session` was sent everything after entry `firstSeq`.
  public init(session: SessionID, firstSeq: UInt64) {
    self.session = session
    self.firstSeq = firstSeq
  }
}

/// What a session is told when it has entered a room.
public struct JoinedRoom: Hashable, Sendable {
  /// The request it answers; nil where the session did not ask.
  public var request: RequestID?
  /// The room's code.
  public var code: RoomCode
  /// The room.
  public var room: RoomID
  /// The membership's number in the room's log; nil for spectators.
  public var actor: ActorNumber?
  /// The seat; nil for spectators.
  public var seat: SeatIndex?
  /// As what.
  public var role: Role
  /// The view the tail goes on from; nil when the session has entries up to there itself.
  public var base: MatchView?
  /// The entries after the base, or after the last one the session has.
  public var tail: [Entry]
}

/// What the lobby wants done.
public enum LobbyOutput: Hashable, Sendable {
  /// Journal a batch of a room; until it is told of the outcome, the room waits.
  case append(RoomID, Batch)
  /// Journal that a session watches a room; it is let in when the lobby is told of the outcome, and
  /// the room does not wait.
  case watch(RoomID, SpectatorRecord)
  /// A session that watched a room, or was to, does so no longer.
  case unwatch(RoomID, SessionID)
  /// A session has entered a room.
  case joined(SessionID, JoinedRoom)
  /// Entries for all who are in the room.
  case entries([Entry], to: [SessionID])
  /// A request was refused.
  case refused(SessionID, RequestID, Refusal)
  /// A session is in no room any more; the request is nil if it did not ask.
  case left(SessionID, RequestID?, reason: LeaveReason)
  /// Who is there, for all who are in the room.
  case presence([SeatPresence], to: [SessionID])
  /// How many are watching, for all who are in the room.
  case audience(Int, to: [SessionID])
  /// A player's lags come when they pay: somebody should look at the match.
  case suspected(SessionID, RoomID)
  /// A match has ended, and its result has landed.
  case ended(MatchResult)
  /// A listed room is new or has changed.
  case listed(RoomSummary)
  /// A room is not listed any more.
  case unlisted(RoomCode)
  /// A room is no more.
  case closed(RoomID, at: ServerTime)
  /// A session lives no longer: it had no connection for too long.
  case forgotten(SessionID)
}

/// Why a session is in no room any more; stable strings of the wire.
public enum LeaveReason: String, CaseIterable, Hashable, Sendable {
  /// It asked to.
  case asked = "room/left"
  /// The owner freed its seat.
  case removed = "room/removed"
  /// It was not ready, and let those wait who were.
  case unready = "room/unready"
  /// The room was idle for too long.
  case idle = "room/idle"
  /// It watched, and the owner has locked the room.
  case locked = "room/locked"
  /// Its player goes on over another session.
  case takenOver = "room/taken_over"
  /// It was gone for too long.
  case gone = "room/gone"
}
