// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A session's request to the lobby.
package enum Request: Hashable, Sendable {
  /// Open a room and take a seat in it.
  case createRoom(MatchSettings)
  /// Take a seat at a matching public table, or open one.
  case quickMatch(MatchSettings.Mode, seats: Int, isRated: Bool)
  /// Enter a room.
  case joinRoom(JoinRequest)
  /// Leave the current room.
  case leaveRoom
  /// An intent for the match in the current room.
  case intent(SeenIntent)
}

/// A request to enter a room.
package struct JoinRequest: Hashable, Sendable {
  /// The room's code.
  package var code: RoomCode
  /// Player or spectator.
  package var role: Role
  /// On a reconnect, the room it must be: the code may have been reused since.
  package var room: RoomID?
  /// The last entry of that room that this session has; it gets the later ones.
  package var afterSeq: UInt64?
  /// Whether quick match leads here: it is the only way to a rated table.
  var isQuick = false

  /// A request to enter the room with `code` as `role`.
  package init(code: RoomCode, role: Role, room: RoomID? = nil, afterSeq: UInt64? = nil) {
    self.code = code
    self.role = role
    self.room = room
    self.afterSeq = afterSeq
  }
}

extension Refusal {
  /// The refusal of a code that no room has.
  static func unknownCode(_ code: RoomCode) -> Refusal {
    Refusal(.roomUnknownCode, [Fact("code", code.rawValue)])
  }
}

/// An intent with the state its sender saw.
package struct SeenIntent: Hashable, Sendable {
  /// The last entry the sender had applied.
  package var seenSeq: UInt64
  /// What the sender asks for.
  package var intent: Intent
  /// The sender's timestamps, for lag compensation.
  package var lagReport: LagReport

  /// `intent`, by a sender who has applied entries up to `seenSeq`.
  package init(seenSeq: UInt64, intent: Intent, lagReport: LagReport = LagReport()) {
    self.seenSeq = seenSeq
    self.intent = intent
    self.lagReport = lagReport
  }
}
