// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol
import SocketClient

/// A driver that enters a room as a spectator, once, and does nothing else.
struct Onlooker: ClientDriver {
  let code: String
  private var hasEntered = false

  init(code: String) { self.code = code }

  mutating func act(_ client: ClientCore, now: LocalTime) -> DriverActions {
    guard client.welcome != nil, !client.isWaiting, !hasEntered else { return DriverActions() }
    hasEntered = true
    return DriverActions([.request(.joinRoom(JoinRoom(code: code, role: .spectator)))])
  }
}
