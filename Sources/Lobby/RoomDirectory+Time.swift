// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

// What happens without a request.

extension RoomDirectory {
  /// Does everything that is due by `now`.
  package mutating func tick(now: ServerTime) -> [LobbyOutput] {
    var outputs: [LobbyOutput] = []
    while let subject = wakes.popDue(by: now) {
      switch subject {
      case .room(let id) where isRelayed(id):
        outputs += inRelayed(id, now: now) { $0.advance(&$1) }
      case .room(let id): outputs += inRoom(id, now: now) { $0.advance(&$1) }
      case .session(let id):
        guard let session = sessions[id], session.room == nil, let since = session.disconnectedAt
        else { continue }
        if since + session.limit <= now {
          outputs += forget(id)
          continue
        }
        if isUnloading(id, now: now) { outputs.append(.idle(id)) }
        arm(id, now: now)
      }
    }
    return outputs
  }

  /// Whether a session's turn to leave memory has come; if not, it is given one.
  private mutating func isUnloading(_ id: SessionID, now: ServerTime) -> Bool {
    guard let session = sessions[id], let since = session.disconnectedAt,
      since + sessionResidence <= now
    else { return false }
    let turn = session.unloadsAt ?? unloadPace.next(now: now)
    guard turn <= now else {
      sessions[id]?.unloadsAt = turn
      return false
    }
    // Unless it leaves, it is considered again after the same time.
    sessions[id]?.unloadsAt = now + max(sessionResidence, UnloadPace.interval)
    return detached(id) != nil
  }
}
