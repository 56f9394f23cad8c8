// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// What a room is given to decide.
enum RoomInput: Sendable {
  /// Someone opens the room: its first input.
  case open(MatchSettings, Player, SessionID, RequestID)
  /// Someone wants in.
  case join(JoinRequest, Player, SessionID, RequestID)
  /// Someone wants out, or has to go.
  case leave(SessionID, RequestID?, LeaveReason)
  /// Someone wants something at the table.
  case intent(SeenIntent, SessionID, RequestID, received: ServerTime)

  var session: SessionID? {
    switch self {
    case .open(_, _, let session, _), .join(_, _, let session, _), .leave(let session, _, _),
      .intent(_, let session, _, _):
      session
    }
  }

  var request: RequestID? {
    switch self {
    case .open(_, _, _, let request), .join(_, _, _, let request), .intent(_, _, let request, _):
      request
    case .leave(_, let request, _): request
    }
  }
}

/// What happens beside the log once a decision has landed.
enum RoomEffect: Sendable {
  /// A member is in, and is told everything it may know.
  case enter(Member, RequestID)
  /// A member that is in already gets what it missed; with no number, everything anew.
  case resume(SessionID, afterSeq: UInt64?, RequestID)
  /// A member is out.
  case leave(SessionID, RequestID?, LeaveReason)
  /// A request was refused.
  case refuse(SessionID, RequestID, Refusal)
  /// The room is gone.
  case close

  var session: SessionID? {
    switch self {
    case .enter(let member, _): member.session
    case .resume(let session, _, _), .leave(let session, _, _), .refuse(let session, _, _): session
    case .close: nil
    }
  }

  var request: RequestID? {
    switch self {
    case .enter(_, let request), .resume(_, _, let request), .refuse(_, let request, _): request
    case .leave(_, let request, _): request
    case .close: nil
    }
  }
}

/// What one input came to: entries for the journal, and effects for when they have landed.
struct Step: Sendable {
  var entries: [Entry] = []
  var sealed: SealedRecord?
  var effects: [RoomEffect] = []
  /// The request behind the entries, to be told if they do not land.
  var origin: (session: SessionID, request: RequestID)?

  init(_ effects: [RoomEffect] = []) {
    self.effects = effects
  }

  init(_ decision: Decision, then effects: [RoomEffect] = []) {
    entries = decision.entries
    sealed = decision.sealed
    self.effects = effects
  }
}

/// What a room needs while it decides, and where it puts what it wants done.
struct Desk {
  var now: ServerTime
  var lead: Duration
  var random: RandomStream
  var outputs: [LobbyOutput] = []
}
