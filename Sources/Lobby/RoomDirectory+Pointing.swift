// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

extension RoomDirectory {
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
