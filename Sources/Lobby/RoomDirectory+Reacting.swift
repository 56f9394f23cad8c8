// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

extension RoomDirectory {
  /// The sessions that see a reaction of a session now: the players, and spectators who see the match
  /// live.
  ///
  /// Delayed spectators do not: a reaction to a card would reveal something about it. Nor do they
  /// react: theirs would be to something else.
  ///
  /// - Parameters:
  ///   - session: the session that reacts.
  ///   - now: the current time.
  /// - Returns: the player's number in the room, nil for a spectator; the players who see it, including
  ///   this one; and the room whose listening spectators do. Nil if the room's spectators react too
  ///   fast: it is dropped.
  /// - Throws: `room/not_in`, `play/not_seated` after the seat is lost, or `play/delayed`.
  package mutating func reaction(
    of session: SessionID, now: ServerTime
  ) throws(Refusal) -> (actor: ActorNumber?, players: [SessionID], audience: RoomID?)? {
    guard let id = sessions[session]?.room, let room = rooms[id], let role = room.role(of: session)
    else { throw Refusal(.roomNotIn) }
    if role == .player {
      guard let member = room.member(session), room.seat(of: member) != nil else {
        throw Refusal(.playNotSeated)
      }
      return (member.actor, room.playersListening, room.isWatchedLive ? id : nil)
    }
    guard room.isWatchedLive else { throw Refusal(.playDelayed) }
    guard rooms[id]?.audience.reactions.take(at: now) == true else { return nil }
    return (nil, room.playersListening, id)
  }

  /// The room, as it is named here, whose owner is passed on the reaction of a session that watches it
  /// through here; nil to drop it, because too many react.
  ///
  /// - Throws: `room/not_in`, or `play/delayed`.
  package mutating func relayedReaction(
    of session: SessionID, now: ServerTime
  ) throws(Refusal) -> RoomID? {
    guard let id = sessions[session]?.room, let room = relaying?.rooms[id], room.contains(session)
    else { throw Refusal(.roomNotIn) }
    guard room.isWatchedLive else { throw Refusal(.playDelayed) }
    return relaying?.rooms[id]?.reactions.take(at: now) == true ? id : nil
  }
}
