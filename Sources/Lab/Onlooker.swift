// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient

/// A pilot that enters a room to watch it, once, and does nothing else.
struct Onlooker: Pilot {
  let code: String
  private var hasEntered = false

  init(code: String) { self.code = code }

  mutating func act(_ client: ClientCore, now: LocalTime) -> PilotMove {
    guard client.welcome != nil, !client.isWaiting, !hasEntered else { return PilotMove() }
    hasEntered = true
    return PilotMove([.joinRoom(code: code, role: .spectator)])
  }
}
