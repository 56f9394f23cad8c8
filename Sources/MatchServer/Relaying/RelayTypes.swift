// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby
package import Protocol

/// News from a relay's owner.
package enum OwnerInput: Sendable {
  /// The server's own connection to the owner is open; these relays are between them.
  case reached(RelayPath)
  /// That connection is lost, and not back yet.
  case lost
  /// A new estimate of the owner's clock.
  case clock(OwnerTime)
  /// The public list, if `isWhole`, or a change of it.
  case rooms(RoomsUpdate, isWhole: Bool)
  /// Something about a room that is followed.
  case room(RoomID, RelayedRoomEvent)
  /// A member of such a room has shown a reaction; without a number, a viewer.
  case reaction(RoomID, actor: ActorNumber?, ReactionKind)
  /// A member of such a room, whose turn it is, points at a place; nil for none.
  case pointing(RoomID, actor: ActorNumber, place: Int?)
  /// The answer to a question.
  case answered(OwnerQuestion, OwnerAnswer)
}

/// A relay's question to its owner.
package enum OwnerOutput: Hashable, Sendable {
  /// Watch the room with this code, as a spectator of its own.
  case follow(RoomID, RoomCode)
  /// Watch a room no more.
  case unfollow(RoomID)
  /// This many watch a room through here.
  case watching(RoomID, Int)
  /// A viewer of a room has shown a reaction.
  case react(RoomID, ReactionKind)
  /// Ask a question; the answer comes back as input.
  case ask(OwnerQuestion)
}
