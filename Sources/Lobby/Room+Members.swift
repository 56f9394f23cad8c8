// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Who is here.

extension Room {
  /// The member a session is; nil for none.
  func member(_ session: SessionID) -> Member? {
    members[session]
  }

  /// The seat of a member; nil for who watches.
  func seat(of member: Member) -> SeatIndex? { member.actor.flatMap { view.seat(of: $0) } }

  /// Everyone in the room who has been given what came before the next entry, players first.
  var listeners: [SessionID] { listeners(.player) + listeners(.spectator) }

  /// Those of the listeners who are here as `role`.
  func listeners(_ role: Role) -> [SessionID] {
    let members = role == .player ? members.players : members.spectators
    return members.filter(\.isListening).map(\.session)
  }
}
