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
