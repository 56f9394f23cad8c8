// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

// Daily deals: a table a player and day, for one match.

/// A player's place in a day's deal.
struct DailySeat: Hashable, Sendable {
  /// The day.
  var day: Day
  /// The player's ID.
  var player: String
}

extension RoomDirectory {
  /// Opens a player's table of today's deal, or of a recalled one, or leads back to it.
  ///
  /// Whether the player has finished it already is up to the caller, who knows the results.
  mutating func openDaily(
    _ day: Day, _ player: Player, by origin: Origin, now: ServerTime
  ) -> [LobbyOutput] {
    let (session, request) = (origin.session, origin.request)
    let today = Day(now)
    guard day == today || day == dailySeeds.recalled?.day else {
      return refuse(
        request, of: session, .outOfRange("daily", value: "\(day)", allowed: "\(today)"))
    }
    guard let id = player.id else {
      return refuse(request, of: session, Refusal(.sessionNotProven))
    }
    guard let open = dailyRooms[DailySeat(day: day, player: id)], let code = rooms[open]?.code
    else {
      return createRoom(.daily(day), for: player, by: origin, now: now)
    }
    sessions[session]?.enters(open, by: request)
    let join = JoinRoom(code: code.rawValue, role: .player)
    return inRoom(open, now: now) {
      $0.handle(.join(join, isQuick: false, player, session, request), &$1)
    }
  }
}

extension Room {
  /// Whose daily deal is played here; nil if none is.
  var dailySeat: DailySeat? {
    guard let day = view.settings.daily,
      case .seated(let opener) = log.entries(after: 1, through: 2).first?.event,
      let player = opener.player.id
    else { return nil }
    return DailySeat(day: day, player: player)
  }
}
