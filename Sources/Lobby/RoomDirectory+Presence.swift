// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

// What players and spectators see of each other beside the match.

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
    guard let id = sessions[session]?.room, let place = rooms.place(of: id),
      let room = rooms[id], let role = room.role(of: session)
    else { throw Refusal(.roomNotIn) }
    if role == .player {
      guard let member = room.member(session), room.seat(of: member) != nil else {
        throw Refusal(.playNotSeated)
      }
      return (member.actor, room.playersListening, room.isWatchedLive ? id : nil)
    }
    guard room.isWatchedLive else { throw Refusal(.playDelayed) }
    guard rooms.change(at: place, { $0.audience.reactions.take(at: now) }) else { return nil }
    return (nil, room.playersListening, id)
  }

  /// The room, as it is named here, whose owner is passed on the reaction of a session that watches it
  /// through here; nil to drop it, because too many react.
  ///
  /// - Throws: `room/not_in`, or `play/delayed`.
  package mutating func relayedReaction(
    of session: SessionID, now: ServerTime
  ) throws(Refusal) -> RoomID? {
    guard let id = sessions[session]?.room, let room = relaying?[id], room.contains(session)
    else { throw Refusal(.roomNotIn) }
    guard room.isWatchedLive else { throw Refusal(.playDelayed) }
    return relaying?.change(id) { $0.reactions.take(at: now) } == true ? id : nil
  }

  /// The sessions that see where a session's player points: the others at the table, and spectators
  /// who see the match live.
  ///
  /// Only the player whose turn it is points, and only where it helps nobody: never in a rated match,
  /// nor in a mode in which turns are everybody's, and a partner of a team only in the own turn.
  ///
  /// - Parameters:
  ///   - session: the session that points.
  ///   - place: the place on the board; nil for none.
  /// - Returns: the player's number in the room, the other players, and the room whose listening
  ///   spectators see it; nil if it is not shown, because the turn or the board has just changed.
  /// - Throws: `room/not_in`, `play/not_seated`, or `play/pointing_off` where it is never shown.
  package func pointing(
    of session: SessionID, at place: Int?
  ) throws(Refusal) -> (actor: ActorNumber, players: [SessionID], audience: RoomID?)? {
    guard let room = sessions[session]?.room.flatMap({ rooms[$0] }),
      room.role(of: session) != nil
    else { throw Refusal(.roomNotIn) }
    guard let member = room.member(session), let seat = room.seat(of: member) else {
      throw Refusal(.playNotSeated)
    }
    let view = room.match.view
    guard view.settings.showsPointing else { throw Refusal(.playPointingOff) }
    guard view.phase == .playing, view.turn?.seat == seat,
      place.map({ (0..<view.rows * view.columns).contains($0) }) ?? true
    else { return nil }
    return (
      member.actor, room.playersListening.filter { $0 != session },
      room.isWatchedLive ? room.id : nil
    )
  }
}
