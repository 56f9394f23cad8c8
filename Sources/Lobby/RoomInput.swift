// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Protocol

/// An input for a room to decide.
enum RoomInput: Sendable {
  /// Open the room: its first input.
  case open(MatchSettings, Player, SessionID, RequestID)
  /// Enter the room; with `isQuick` at the seat that quick match found, the only way to a rated
  /// table.
  case join(JoinRoom, isQuick: Bool, Player, SessionID, RequestID)
  /// Leave the room.
  case leave(SessionID, RequestID)
  /// An intent for the match.
  case intent(IntentRequest, SessionID, RequestID, received: ServerTime)

  /// The request it came with.
  var origin: Origin {
    switch self {
    case .open(_, _, let session, let request), .join(_, _, _, let session, let request),
      .leave(let session, let request), .intent(_, let session, let request, _):
      Origin(session: session, request: request)
    }
  }

  /// Whether it asks for a new seat.
  var isArrival: Bool {
    switch self {
    case .open: true
    case .join(let join, _, _, _, _): join.role == .player && join.roomID == nil
    case .leave, .intent: false
    }
  }

  /// When it reached the server, if timing matters.
  var received: ServerTime? {
    guard case .intent(_, _, _, let received) = self else { return nil }
    return received
  }
}

/// The request behind an input or a step, to be answered.
package struct Origin: Hashable, Sendable {
  /// The sender.
  package let session: SessionID
  /// The session's number for it.
  package let request: RequestID

  /// Request `request` of `session`.
  package init(session: SessionID, request: RequestID) {
    self.session = session
    self.request = request
  }
}

/// What happens besides the log once a decision has landed.
enum RoomEffect: Sendable {
  /// Add a member and send it everything a player may see.
  case enter(Member)
  /// Add a spectator as soon as the journal has recorded it.
  case watch(Origin)
  /// Send a member what it missed; without a number, a fresh base and tail.
  case resume(SessionID, afterSeq: UInt64?)
  /// Remove a member.
  case leave(SessionID, RequestID?, LeaveReason)
  /// Refuse a request.
  case refuse(Origin, Refusal)
  /// Answer a request for what is already so with the entry that made it so.
  case `repeat`(UInt64, Origin)
  /// Record that a player withheld a share of a rated deal.
  case blame(playerID: String)
  /// Close the room.
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

/// The outcome of one input: entries for the journal, and effects for when they have landed.
struct Step: Sendable {
  var entries: [Entry] = []
  var sealed: SealedRecord?
  var effects: [RoomEffect] = []
  /// The lag credit of the press behind the entries.
  var grant: LagCompensator.Grant?
  /// Whether the step settles the refund that was owed when it was decided.
  var isClockPauseSettled = true
  /// The request to refuse if the entries do not land; nil if the room acted by itself.
  var origin: Origin?

  init(_ effects: [RoomEffect] = []) {
    self.effects = effects
  }

  init(_ decision: Decision, then effects: [RoomEffect] = []) {
    entries = decision.entries
    sealed = decision.sealed
    self.effects = effects
  }

  /// Whether the step does no more than append entries that name the request behind them, or answer
  /// it: only then may others share its batch.
  var isPlain: Bool {
    guard sealed == nil, !entries.contains(where: \.endsMatch) else { return false }
    if let origin, !entries.isEmpty,
      !entries.contains(where: { $0.cause?.request == origin.request })
    {
      return false
    }
    return effects.allSatisfy { effect in
      switch effect {
      case .refuse, .repeat: true
      case .enter, .watch, .resume, .leave, .blame, .close: false
      }
    }
  }
}

extension [Step] {
  /// The entries of all steps.
  var entries: [Entry] { count == 1 ? self[0].entries : flatMap(\.entries) }
}

/// The facts that a room decides on, and where it puts its outputs.
struct DecisionContext {
  var now: ServerTime
  /// How far ahead the room announces its own events.
  var lead: Duration
  var random: RandomStream
  let dailySeeds: DailySeeds
  var outputs: [LobbyOutput] = []
  /// Answers to remember for retries.
  var answers: [Answer] = []
  /// Players who withheld their committed share of a deal.
  var withheld: [String] = []

  /// A new match's seed: drawn, or that of the day whose deal it is.
  mutating func seed(for settings: MatchSettings) -> [UInt8] {
    settings.daily.map { dailySeeds.seed(of: $0) } ?? random.bytes(32)
  }
}
