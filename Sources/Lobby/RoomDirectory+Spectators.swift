// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Protocol

// Listeners, and spectators across restarts.

extension RoomDirectory {
  /// Whether a session is a spectator.
  package func isWatching(_ session: SessionID) -> Bool { sessions[session]?.isWatching == true }

  /// Starts or stops sending a session what happens in its room.
  package mutating func setListening(
    _ isListening: Bool, _ session: SessionID, now: ServerTime
  ) -> [LobbyOutput] {
    guard let room = sessions[session]?.room else { return [] }
    if isRelayed(room) {
      return inRelayed(room, now: now) { $0.setListening(isListening, session, &$1) }
    }
    return inRoom(room, now: now) { $0.setListening(isListening, session, &$1) }
  }

  /// Sends a session that was not listening a fresh base and tail.
  package mutating func refresh(_ session: SessionID, now: ServerTime) -> [LobbyOutput] {
    guard let room = sessions[session]?.room else { return [] }
    if isRelayed(room) {
      let ahead = relaying?.ahead ?? .zero
      return inRelayed(room, now: now) { $0.refresh(session, ahead: ahead, &$1) }
    }
    return inRoom(room, now: now) { $0.refresh(session, &$1) }
  }

  /// A session that watches is a relay with this many viewers; nil if it counts as one spectator.
  ///
  /// - Returns: the outputs; nil if the session does not watch.
  package mutating func count(
    _ viewers: Int?, through session: SessionID, now: ServerTime
  ) -> [LobbyOutput]? {
    guard let known = sessions[session], known.isWatching, let room = known.room else { return nil }
    if isRelayed(room) {
      return inRelayed(room, now: now) { $0.count(viewers, through: session, &$1) }
    }
    return inRoom(room, now: now) { $0.count(viewers, through: session, &$1) }
  }

  /// The journal has answered whether it recorded a spectator.
  package mutating func watches(
    _ session: SessionID, _ room: RoomID, isKept: Bool, now: ServerTime
  ) -> [LobbyOutput] {
    inRoom(room, now: now) { $0.watches(session, isKept: isKept, &$1) }
  }

  /// Releases a spectator of before a restart who asks for another room first: it must have left,
  /// even if the journal did not record that.
  mutating func releaseRecalled(
    _ session: SessionID, for request: RoomRequest, now: ServerTime
  ) -> [LobbyOutput] {
    guard let known = sessions[session], known.isRecalled, let room = known.room else { return [] }
    switch request {
    case .joinRoom(let join)
    where join.role == .spectator && self.room(of: RoomCode(join.code)) == room: return []
    case .leaveRoom, .intent: return []
    case .joinRoom, .createRoom, .quickMatch: return releaseRecalled(session, now: now)
    }
  }

  /// Releases a spectator of before a restart who turns out to be elsewhere.
  mutating func releaseRecalled(_ session: SessionID, now: ServerTime) -> [LobbyOutput] {
    guard let known = sessions[session], known.isRecalled, let room = known.room else { return [] }
    sessions[session]?.leaves()
    return inRoom(room, now: now) { $0.release(spectator: session, &$1) }
  }
}
