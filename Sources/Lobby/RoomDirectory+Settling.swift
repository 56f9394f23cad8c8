// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

// What a room's outputs change in the records of sessions.

extension RoomDirectory {
  /// Notes in a session what its room does with it.
  mutating func settle(_ output: LobbyOutput, in room: RoomID, now: ServerTime) {
    switch output {
    case .joined(let session, let joined):
      assert(
        sessions[session].map { $0.room == room } ?? true,
        "A session that entered a room is recorded in it.")
      sessions[session]?.isWatching = joined.role == .spectator
      sessions[session]?.isRecalled = false
    case .refused(let session, let request, let refusal):
      sessions[session]?.remember(refusal, of: request)
      leave(session, unlessIn: room, now: now)
    case .left(let session, let request, _):
      if let request { sessions[session]?.leaving = request }
      if let known = sessions[session], known.room == room, !known.isWatching {
        pauses.begin(
          .table(room, QuickMatchPauses.Person(known.player, session)), at: now)
      }
      leave(session, unlessIn: room, now: now)
    default: break
    }
  }

  /// A session has left `room`, unless it has already asked to return.
  private mutating func leave(_ session: SessionID, unlessIn room: RoomID, now: ServerTime) {
    guard sessions[session]?.room == room, rooms[room]?.involves(session) != true,
      relaying?[room]?.involves(session) != true
    else { return }
    sessions[session]?.leaves()
    arm(session, now: now)
  }
}
