// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

/// A client's first action once it is connected.
enum LaunchAction: Hashable, Sendable {
  /// Opens a room and takes its first seat.
  case create(MatchSettings)
  /// Takes a seat at any table with these rules.
  case quick(MatchSettings.Mode, seats: Int, isRated: Bool)
  /// Takes a seat in a room.
  case join(code: String)
  /// Watches a room.
  case watch(code: String)

  /// Whether it takes a seat.
  var isPlaying: Bool {
    switch self {
    case .create, .join, .quick: true
    case .watch: false
    }
  }

  var command: ClientCommand {
    switch self {
    case .create(let settings): .request(.createRoom(settings))
    case .quick(let mode, let seats, let isRated):
      .request(.quickMatch(QuickMatch(mode: mode, seats: seats, isRated: isRated)))
    case .join(let code): .request(.joinRoom(JoinRoom(code: code, role: .player)))
    case .watch(let code): .request(.joinRoom(JoinRoom(code: code, role: .spectator)))
    }
  }
}
