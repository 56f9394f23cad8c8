// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// The session is in a room: a view of it a little ago, and the entries after.
///
/// Both are sent so that who comes late sees cards in mid-air as everyone else does. What was
/// received fits together: the tail has no gaps, its times never fall, and it goes on from the base
/// where there is one.
public struct Joined: Hashable, Sendable {
  /// The request it answers; nil where none asked for it, or where an older server does not say.
  public var id: RequestID?
  /// The code people join by.
  public var code: String
  /// Names the room for good.
  public var roomID: String
  /// This membership's number in the room's log, nil for a spectator.
  public var actor: ActorNumber?
  /// The seat it sits on, nil for a spectator.
  public var seat: SeatIndex?
  /// As player or spectator.
  public var role: Role
  /// The room at entry `base.seq`; nil where the session has all entries up to the tail.
  public var base: MatchView?
  /// The entries after `base`, or after the last one the session has.
  public var tail: [Entry]

  /// A membership with all its parts.
  public init(
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
