// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

// Who watches, over the end of a process too.

extension RoomDirectory {
  /// Whether a session is in a room to watch.
  public func isWatching(_ session: SessionID) -> Bool { sessions[session]?.isWatching == true }

  /// The journal has answered whether it has that a session watches a room.
  public mutating func watches(
    _ session: SessionID, _ room: RoomID, isKept: Bool, now: ServerTime
  ) -> [LobbyOutput] {
    inRoom(room, now: now) { $0.watches(session, isKept: isKept, &$1) }
  }

  /// Those of a stored room's viewers who may come back: their sessions live, and are nowhere else.
  func returning(_ viewers: [Viewing], seated: Set<SessionID>) -> [Viewing] {
    viewers.filter { viewing in
      guard let known = sessions[viewing.session] else { return false }
      return known.room == nil && !seated.contains(viewing.session)
    }
  }

  /// A session that watched before a restart and asks for another room first has left in its own
  /// eyes: the journal may not have heard of it.
  mutating func releaseRecalled(
    _ session: SessionID, for request: Request, now: ServerTime
  ) -> [LobbyOutput] {
    guard let known = sessions[session], known.isRecalled, let room = known.room else { return [] }
    switch request {
    case .joinRoom(let join) where join.role == .spectator && codes[join.code] == room: return []
    case .leaveRoom, .intent: return []
    case .joinRoom, .createRoom, .quickMatch: break
    }
    sessions[session]?.leaves()
    return inRoom(room, now: now) { $0.release(viewer: session, &$1) }
  }
}
