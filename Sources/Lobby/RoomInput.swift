// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// What a room is given to decide.
enum RoomInput: Sendable {
  /// Someone opens the room: its first input.
  case open(MatchSettings, Player, SessionID, RequestID)
  /// Someone wants in.
  case join(JoinRequest, Player, SessionID, RequestID)
  /// Someone wants out.
  case leave(SessionID, RequestID)
  /// Someone wants something at the table.
  case intent(SeenIntent, SessionID, RequestID, received: ServerTime)

  /// The request it came with.
  var origin: Origin {
    switch self {
    case .open(_, _, let session, let request), .join(_, _, let session, let request),
      .leave(let session, let request), .intent(_, let session, let request, _):
      Origin(session: session, request: request)
    }
  }

  /// Whether it asks for a seat that it does not have yet.
  var isArrival: Bool {
    switch self {
    case .open: true
    case .join(let join, _, _, _): join.role == .player && join.room == nil
    case .leave, .intent: false
    }
  }

  /// When it reached the server, where that decides whether it came in time.
  var received: ServerTime? {
    guard case .intent(_, _, _, let received) = self else { return nil }
    return received
  }
}

/// The request behind an input or a step: who is to have an answer.
public struct Origin: Hashable, Sendable {
  /// Whose request it is.
  public let session: SessionID
  /// The session's number for it.
  public let request: RequestID
}

/// What happens beside the log once a decision has landed.
enum RoomEffect: Sendable {
  /// A member is in, and is told everything it may know.
  case enter(Member)
  /// Somebody is to watch, as soon as the journal has it.
  case watch(Origin)
  /// A member that is in already gets what it missed; with no number, everything anew.
  case resume(SessionID, afterSeq: UInt64?)
  /// A member is out.
  case leave(SessionID, RequestID?, LeaveReason)
  /// A request was refused.
  case refuse(Origin, Refusal)
  /// A request asks for what is so already: the entry that said so is its answer.
  case `repeat`(UInt64, Origin)
  /// A player did not open the share of a rated deal.
  case blame(playerID: String)
  /// The room is gone.
  case close

  var session: SessionID? {
    switch self {
    case .enter(let member): member.session
    case .resume(let session, _), .leave(let session, _, _): session
    case .refuse(let origin, _), .repeat(_, let origin), .watch(let origin): origin.session
    case .blame, .close: nil
    }
  }
}

/// What one input came to: entries for the journal, and effects for when they have landed.
struct Step: Sendable {
  var entries: [Entry] = []
  var sealed: SealedRecord?
  var effects: [RoomEffect] = []
  /// What the press behind the entries was given.
  var grant: LagCompensator.Grant?
  /// Whether the time that was owed when this was decided is given back by it, or gone.
  var isClockPauseSettled = true
  /// The request behind the entries, to be told if they do not land; nil for the room's own doing.
  var origin: Origin?

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
struct DecisionContext {
  var now: ServerTime
  /// How far ahead the room announces what it does by itself.
  var lead: Duration
  var random: RandomStream
  var outputs: [LobbyOutput] = []
  /// What requests were granted meanwhile, so that they are answered the same way again.
  var answers: [Answer] = []
  /// Players who withheld their share of a deal they had committed to.
  var withheld: [String] = []
}
