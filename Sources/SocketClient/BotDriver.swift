// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Bots
package import Game
package import MatchClient
import Protocol

/// A driver for bots: it enters a room, gets ready and plays at a human pace.
package struct BotDriver: ClientDriver {
  /// The bot's first action once it is connected.
  package enum Goal: Hashable, Sendable {
    /// Opens a room and waits for players.
    case create(MatchSettings)
    /// Takes a seat in the room with this code.
    case join(code: String)

    /// The command for it.
    package var command: ClientCommand {
      switch self {
      case .create(let settings): .request(.createRoom(settings))
      case .join(let code): .request(.joinRoom(JoinRoom(code: code, role: .player)))
      }
    }
  }

  private let goal: Goal
  private var player: BotPlayer
  private var hasEntered = false

  /// Drives `bot` towards `goal`, at `pace`.
  package init(_ bot: Bot, goal: Goal, pace: BotPlayer.Pace) {
    self.goal = goal
    player = BotPlayer(bot, pace: pace)
  }

  /// Looks at the table as shown now, and plays.
  package mutating func act(_ client: ClientCore, now: LocalTime) -> DriverActions {
    guard client.welcome != nil, let clock = client.clock, !client.isWaiting else {
      return DriverActions()
    }
    guard let table = client.table else { return enter() }
    // The estimate may run ahead of the server's clock by up to its bound.
    let margin = clock.bound + .milliseconds(1)
    let shownNow = clock.serverTime(at: now) - margin
    guard let seat = table.seat else {
      player.watch(table.log, from: nil, at: shownNow)
      return DriverActions()
    }
    let (action, wakeAt) = player.act(on: table.log, as: seat, at: shownNow)
    let commands: [ClientCommand] =
      switch action {
      case .ready: [.ready]
      case .intent(let intent): [.intent(intent)]
      case nil: []
      }
    return DriverActions(commands, wake: wakeAt.map { clock.localTime(at: $0 + margin) })
  }

  private mutating func enter() -> DriverActions {
    guard !hasEntered else { return DriverActions() }
    hasEntered = true
    return DriverActions([goal.command])
  }
}
