// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// The session has entered a room: a view of the recent past, and the entries since.
///
/// Both are sent so that newcomers see cards in mid-air, as everyone else does. A decoded value is
/// consistent: the tail has no gaps, its times never decrease, and it follows the base if there is
/// one.
package struct Joined: Hashable, Sendable {
  /// The request it answers; nil if unsolicited or from an older server.
  package var id: RequestID?
  /// The code by which people join.
  package var code: String
  /// The id of the room for its whole life.
  package var roomID: String
  /// The membership's number in the room's log; nil for a spectator.
  package var actor: ActorNumber?
  /// The seat; nil for a spectator.
  package var seat: SeatIndex?
  /// As player or spectator.
  package var role: Role
  /// The room at entry `base.seq`; nil if the session has all earlier entries.
  package var base: MatchView?
  /// The entries after `base`, or after the last one the session has.
  package var tail: [Entry]

  /// A membership with all its parts.
  package init(
    id: RequestID? = nil, code: String, roomID: String, actor: ActorNumber? = nil,
    seat: SeatIndex? = nil, role: Role,
    base: MatchView?, tail: [Entry] = []
  ) {
    self.id = id
    self.code = code
    self.roomID = roomID
    self.actor = actor
    self.seat = seat
    self.role = role
    self.base = base
    self.tail = tail
  }
}
