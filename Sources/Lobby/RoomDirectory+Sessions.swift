// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

// Sessions and their players.

extension RoomDirectory {
  /// Opens a session for `player`; its identifier must be new.
  package mutating func open(_ session: SessionID, player: Player) {
    precondition(sessions[session] == nil, "Session \(session.rawValue) was opened twice.")
    sessions[session] = Session(player: player)
  }

  /// Makes room for a new session by forgetting the one outside any room that has been disconnected
  /// longest.
  ///
  /// - Parameters:
  ///   - now: the current time.
  ///   - isComing: whether a session is about to reconnect; it is spared.
  /// - Returns: the outputs; empty if every session is connected or in a room.
  package mutating func forgetLongestIdle(
    now: ServerTime, unless isComing: (SessionID) -> Bool
  ) -> [LobbyOutput] {
    var spared: [SessionID] = []
    defer { for id in spared { arm(id, now: now) } }
    while let id = idle.popDue(by: now) {
      guard let session = sessions[id], session.room == nil, session.disconnectedAt != nil else {
        continue
      }
      if !isComing(id) { return forget(id) }
      spared.append(id)
    }
    return []
  }

  /// A session that nobody would miss in memory, if it is stored, and since when it has no
  /// connection; nil for another.
  ///
  /// It has no room and no connection, and no open room has an answer that it might ask for again.
  package func detached(_ id: SessionID) -> (stored: StoredSession, since: ServerTime)? {
    guard let session = sessions[id], session.room == nil, !session.isExpelled, session.isUsed,
      let since = session.disconnectedAt,
      !session.answeringRooms.contains(where: { rooms[$0] != nil })
    else { return nil }
    return (StoredSession(id: id, player: session.player, highest: session.highest), since)
  }

  /// Removes a detached session from memory; it is in the journal.
  package mutating func unload(_ session: SessionID) {
    precondition(detached(session) != nil, "A session in use stays in memory.")
    sessions[session] = nil
    idle.disarm(session)
    wakes.disarm(.session(session))
  }

  /// Ends a session that is in no room.
  mutating func forget(_ session: SessionID) -> [LobbyOutput] {
    precondition(sessions[session]?.room == nil, "A session in a room is never forgotten.")
    sessions[session] = nil
    idle.disarm(session)
    wakes.disarm(.session(session))
    return [.forgotten(session)]
  }

  /// Whether a session still exists.
  package func knows(_ session: SessionID) -> Bool { sessions[session] != nil }

  /// A session's player; nil if the session no longer exists.
  package func player(_ session: SessionID) -> Player? { sessions[session]?.player }

  /// Whether a request is new, not a retry.
  package func isNew(_ request: RequestID, of session: SessionID) -> Bool {
    sessions[session]?.isNew(request) ?? false
  }

  /// A session's highest request number; nil if it has sent none.
  ///
  /// After a restart, that of its last request that left an entry in a log.
  package func highestRequest(of session: SessionID) -> RequestID? {
    guard let highest = sessions[session]?.highest, highest > RequestID(0) else { return nil }
    return highest
  }

  /// Updates a session's player after a proof of identity.
  ///
  /// Seats already taken keep the former player.
  package mutating func know(_ session: SessionID, as player: Player) {
    sessions[session]?.player = player
  }

  /// Whether a session is in the room with a code.
  package func isIn(_ code: RoomCode, _ session: SessionID) -> Bool {
    room(of: code).map { $0 == sessions[session]?.room } ?? false
  }

  /// Whether a session plays in a room, or is about to enter one.
  package mutating func isPlaying(_ session: SessionID) -> Bool {
    guard let place = sessions.index(forKey: session) else { return false }
    return sessions.change(at: place) { $0.room != nil && !$0.isWatching }
  }

  /// Whether a session is connected.
  package func isConnected(_ session: SessionID) -> Bool {
    sessions[session].map { $0.disconnectedAt == nil } ?? false
  }
}
