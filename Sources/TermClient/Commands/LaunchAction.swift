// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient

/// What a command does at a server once it is connected.
enum LaunchAction: Hashable, Sendable {
  /// Opens a room and takes its first seat.
  case create(MatchSettings)
  /// Takes a seat at a table with others, wherever there is one.
  case quick(MatchSettings.Mode, seats: Int, isRated: Bool)
  /// Takes a seat in a room.
  case join(code: String)
  /// Watches a room.
  case watch(code: String)

  /// Whether it is to play.
  var isPlaying: Bool {
    switch self {
    case .create, .join, .quick: true
    case .watch: false
    }
  }

  var command: ClientCommand {
    switch self {
    case .create(let settings): .createRoom(settings)
    case .quick(let mode, let seats, let isRated):
      .quickMatch(mode, seats: seats, isRated: isRated)
    case .join(let code): .joinRoom(code: code, role: .player)
    case .watch(let code): .joinRoom(code: code, role: .spectator)
    }
  }
}

/// Who plays at a terminal's client: the person in front of it, or a bot.
enum TerminalDriver: ClientDriver {
  case person
  case bot(BotDriver)

  mutating func act(_ client: ClientCore, now: LocalTime) -> DriverActions {
    switch self {
    case .person: return DriverActions()
    case .bot(var driver):
      defer { self = .bot(driver) }
      return driver.act(client, now: now)
    }
  }
}
