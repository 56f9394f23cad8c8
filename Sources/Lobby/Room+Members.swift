// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Members, and sessions that are about to become one.

extension Room {
  /// A session's member; nil if it has none.
  func member(_ session: SessionID) -> Member? {
    members[session]
  }

  /// A member's seat; nil for spectators.
  func seat(of member: Member) -> SeatIndex? { member.actor.flatMap { view.seat(of: $0) } }

  /// All members who are sent entries as they land, players first.
  var listeners: [SessionID] { listeners(.player) + listeners(.spectator) }

  /// The listeners of one role.
  func listeners(_ role: Role) -> [SessionID] {
    let members = role == .player ? members.players : members.spectators
    return members.filter(\.isListening).map(\.session)
  }

  /// Whether a session is in the room, or has a request to enter that is not answered yet.
  func involves(_ session: SessionID) -> Bool {
    member(session) != nil || isArriving(session)
      || pending?.origin?.session == session
      || pending?.effects.contains { $0.session == session } == true
      || waiting.contains { $0.origin.session == session }
  }

  /// Requests for a seat that are not answered yet, including the one that opens the room.
  var arriving: Int {
    waiting.count { $0.isArrival }
      + (pending?.effects.count {
        if case .enter(let member) = $0 { member.role == .player } else { false }
      } ?? 0)
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
    pending?.origin == origin || waiting.contains { $0.origin == origin }
  }
}
