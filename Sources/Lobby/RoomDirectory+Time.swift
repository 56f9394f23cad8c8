// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

// What happens without a request.

extension RoomDirectory {
  /// Resumes after an outage; no timeout has advanced meanwhile.
  ///
  /// Matches stay paused until their players return, or until `LobbyLimits.returnLimit` if at least
  /// one has; then an entry refunds the time since the outage began. Call it once, before any
  /// connection.
  package mutating func resume(after outage: Duration, now: ServerTime) -> [LobbyOutput] {
    for id in sessions.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard let since = sessions[id]?.disconnectedAt else { continue }
      sessions[id]?.disconnectedAt = min(since + outage, now)
      if sessions[id]?.room == nil { arm(id, now: now) }
    }
    let ids = rooms.keys.sorted { $0.rawValue < $1.rawValue }
    return ids.flatMap { id in inRoom(id, now: now) { $0.resume(after: outage, &$1) } }
  }

  /// Does everything that is due by `now`.
  package mutating func tick(now: ServerTime) -> [LobbyOutput] {
    var outputs: [LobbyOutput] = []
    while let subject = wakes.popDue(by: now) {
      switch subject {
      case .room(let id): outputs += inRoom(id, now: now) { $0.advance(&$1) }
      case .session(let id):
        guard let session = sessions[id], session.room == nil, let since = session.disconnectedAt
        else { continue }
        if since + session.limit <= now {
          outputs += forget(id)
        } else {
          arm(id, now: now)
        }
      }
    }
    return outputs
  }
}
