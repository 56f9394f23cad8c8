// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Members, and sessions that are about to become one.

extension Room {
  /// A session's member; nil if it has no seat.
  func member(_ session: SessionID) -> Member? { memberIndex(session).map { members[$0] } }

  /// The index of a session's member; nil if it has no seat.
  func memberIndex(_ session: SessionID) -> Int? {
    members.indices.first { members[$0].session == session }
  }

  /// A session's number in the log; nil if it has no seat.
  func actor(of session: SessionID) -> ActorNumber? {
    memberIndex(session).map { members[$0].actor }
  }

  /// A session's role; nil if it is not in the room.
  func role(of session: SessionID) -> Role? {
    if memberIndex(session) != nil { return .player }
    return audience.contains(session) ? .spectator : nil
  }

  /// Changes a member, if the session is one.
  ///
  /// - Returns: the result of `body`; nil if it is not.
  @discardableResult
  mutating func change<Result>(
    _ session: SessionID, _ body: (inout Member) -> Result
  ) -> Result? {
    memberIndex(session).map { body(&members[$0]) }
  }

  /// A member's seat; nil after it was vacated.
  func seat(of member: Member) -> SeatIndex? { view.seat(of: member.actor) }

  /// Whether nobody plays or watches.
  var isEmpty: Bool { members.isEmpty && audience.count == 0 }

  /// The players who are sent entries as they land.
  var playersListening: [SessionID] {
    var sessions: [SessionID] = []
    sessions.reserveCapacity(members.count)
    for index in members.indices where members[index].isListening {
      sessions.append(members[index].session)
    }
    return sessions
  }

  /// Whether a session is in the room, or has a request to enter that is not answered yet.
  func involves(_ session: SessionID) -> Bool {
    memberIndex(session) != nil || audience.contains(session) || audience.isArriving(session)
      || pending.contains { step in
        step.origin?.session == session || step.effects.contains { $0.session == session }
      }
      || waiting.contains { $0.origin.session == session }
  }

  /// Requests for a seat that are not answered yet, including the one that opens the room.
  var arriving: Int {
    waiting.count { $0.isArrival }
      + pending.reduce(0) { count, step in
        count + step.effects.count { if case .enter = $0 { true } else { false } }
      }
  }

  /// Whether the seat history and the view agree about who is ready, while that matters.
  var isSeatHistoryConsistent: Bool {
    view.phase != .waiting
      || view.seats.indices.allSatisfy {
        view.seats[$0].isReady == (seatHistory[SeatIndex($0)].readySeq != nil)
      }
  }

  /// Whether a request has yet to be answered.
  func isDeciding(_ origin: Origin) -> Bool {
    pending.contains { $0.origin == origin } || waiting.contains { $0.origin == origin }
  }
}
