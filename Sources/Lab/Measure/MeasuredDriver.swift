// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import MatchClient
import Protocol
import SocketClient

/// The driver of a measured client.
enum MeasuredDriver: ClientDriver {
  /// A player who turns a card as soon as the previous one has shown.
  case player(BotDriver)
  /// A spectator of the room with this code.
  case watcher(code: String)
  /// A client that is only connected.
  case idler

  /// Plays, watches or does nothing.
  mutating func act(_ client: ClientCore, now: LocalTime) -> DriverActions {
    switch self {
    case .player(var driver):
      let move = driver.act(client, now: now)
      self = .player(driver)
      return move
    case .watcher(let code):
      guard client.welcome != nil, client.table == nil, !client.isWaiting else {
        return DriverActions()
      }
      return DriverActions([.request(.joinRoom(JoinRoom(code: code, role: .spectator)))])
    case .idler: return DriverActions()
    }
  }
}
