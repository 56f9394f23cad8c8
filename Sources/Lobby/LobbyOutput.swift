// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol

/// The entries of one decision and its sealed record, or of several decisions that waited for the
/// batch before; journalled all or nothing.
package struct Batch: Hashable, Sendable {
  /// The room.
  package var room: RoomID
  /// The room's code.
  package var code: RoomCode
  /// The number of the last entry the decision was based on.
  package var expectedLastSeq: UInt64
  /// The entries, at least one.
  package var entries: [Entry]
  /// The sealed record of the same step.
  package var sealed: SealedRecord?
  /// The requests behind it, none if the room acted by itself; each of several is the cause of an
  /// entry.
  package var requests: [Origin] = []
  /// Memberships that begin with it.
  package var entering: [Membership] = []
  /// Memberships that end with it.
  package var leaving: [ActorNumber] = []
  /// The result of the match it ends, if it does.
  package var result: MatchResult?
  /// The replay of the same match.
  package var finished: FinishedMatch? {
    get { if case .match(let match) = replay { match } else { nil } }
    set { replay = newValue.map { .match($0) } ?? .none }
  }
  private var replay = Replay.none

  /// Keeps a batch small, as few end a match and each is moved several times.
  private enum Replay: Hashable, Sendable {
    case none
    indirect case match(FinishedMatch)
  }

  /// Entries without a request.
  package init(
    room: RoomID, code: RoomCode, expectedLastSeq: UInt64, entries: [Entry],
    sealed: SealedRecord? = nil
  ) {
    self.room = room
    self.code = code
    self.expectedLastSeq = expectedLastSeq
    self.entries = entries
    self.sealed = sealed
  }
}

/// Maps a member's number in a room's log to its session.
package struct Membership: Hashable, Sendable {
  /// The session.
  package var session: SessionID
  /// The session's number in the room's log.
  package var actor: ActorNumber

  /// Session `session` is member `actor`.
  package init(session: SessionID, actor: ActorNumber) {
    self.session = session
    self.actor = actor
  }
}

/// A session that watches a room.
package struct SpectatorRecord: Hashable, Sendable {
  /// The session.
  package var session: SessionID
  /// The entry its first base stood at: it may be sent any later entry again.
  package var firstSeq: UInt64

  /// `session` was sent everything after entry `firstSeq`.
  package init(session: SessionID, firstSeq: UInt64) {
    self.session = session
    self.firstSeq = firstSeq
  }
}

/// An effect the lobby asks its caller to carry out.
package enum LobbyOutput: Hashable, Sendable {
  /// Journal a room's batch; the room decides nothing more until it learns the outcome.
  case append(Batch)
  /// Journal that a session watches a room. The session is admitted once the lobby learns the
  /// outcome; the room does not wait.
  case watch(RoomID, SpectatorRecord)
  /// A session has stopped watching a room, or no longer wants to.
  case unwatch(RoomID, SessionID)
  /// A session has entered a room.
  indirect case joined(SessionID, Joined)
  /// Entries for some players of a room, and for the listening spectators of `audience`.
  case entries([Entry], to: [SessionID], audience: RoomID? = nil)
  /// A request was refused.
  case refused(SessionID, RequestID, Refusal)
  /// A session has left its room; the request is nil if it did not ask.
  case left(SessionID, RequestID?, reason: LeaveReason)
  /// Which seats are connected, for members of a room, and for the listening spectators of
  /// `audience`.
  case presence([SeatPresence], to: [SessionID], audience: RoomID? = nil)
  /// The number of spectators, for members of a room, and for the listening spectators of
  /// `audience`.
  case audience(Int, to: [SessionID], audience: RoomID? = nil)
  /// A spectator begins to listen to what goes to a room's audience; with nil it no longer does.
  case listening(SessionID, to: RoomID?)
  /// A player's lag rises in their own turns; the operator should look at the match.
  case suspected(SessionID, RoomID)
  /// A listed room is new or has changed.
  case listed(RoomSummary)
  /// A room is no longer listed.
  case unlisted(RoomCode)
  /// A room has closed.
  case closed(RoomID, at: ServerTime)
  /// Record that a room is handed over; it decides nothing until the lobby learns the outcome.
  case release(RoomID)
  /// Another node decides for a room: those in it are to go on there, and so are those whose request
  /// to enter it has no answer yet.
  case moved(RoomID, RoomCode, members: [SessionID], entering: [Origin])
  /// A session has had no connection and no room for a while: once it is stored, it may be
  /// unloaded.
  case idle(SessionID)
  /// A session was forgotten: it had no connection for too long.
  case forgotten(SessionID)
  /// Watch the room with this code at its owner, and tell the lobby what comes.
  case follow(RoomID, RoomCode)
  /// Stop watching a room at its owner.
  case unfollow(RoomID)
  /// This many watch a room through here, which its owner is told.
  case watching(RoomID, Int)
}

/// Why a session has left its room; stable strings on the wire.
package enum LeaveReason: String, CaseIterable, Hashable, Sendable {
  /// It asked to.
  case asked = "room/left"
  /// The owner freed its seat.
  case removed = "room/removed"
  /// The player was not ready and kept the others waiting.
  case unready = "room/unready"
  /// The room was idle for too long.
  case idle = "room/idle"
  /// The session was watching, and the owner locked the room.
  case locked = "room/locked"
  /// The player has taken the seat over from another session.
  case takenOver = "room/taken_over"
  /// The session was disconnected for too long.
  case gone = "room/gone"
}
