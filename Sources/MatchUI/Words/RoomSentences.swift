// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
package import Game
package import MatchClient

/// The list of rooms, one line each.
package enum RoomSentences {
  /// The lines of a list of the rooms at a server.
  package static func table(_ rooms: [RoomSummary], at url: ServerURL) -> String {
    guard !rooms.isEmpty else { return "No rooms are open. Open one with  facedown create \(url)" }
    return rooms.map(line).joined(separator: "\n")
  }

  private static func line(_ room: RoomSummary) -> String {
    let players = players(room)
    return "\(room.code.asRoomCode)  \(players.isEmpty ? "" : "\(players): ")\(details(room))"
  }

  /// The names of those who sit there, in one line; empty if the server does not say.
  package static func players(_ room: RoomSummary) -> String {
    let names = room.players.map { $0.harmless(limit: Wording.nameLimit) }.filter { !$0.isEmpty }
    let others = room.seatsTaken - room.players.count
    return names.joined(separator: ", ")
      + (names.isEmpty || others <= 0 ? "" : " and \(others) more")
  }

  /// A room's state, seats, rules and spectators.
  package static func details(_ room: RoomSummary) -> String {
    let seats = "\(room.seatsTaken) of \(room.settings.seats) seats taken"
    let rules = "\(room.settings.mode.rawValue), \(Wording.count(room.settings.pairs, "pair"))"
    let rated = room.settings.isRated ? ", rated" : ""
    let watching = room.spectators > 0 ? ", \(room.spectators) watching" : ""
    return "\(state(room)), \(seats), \(rules)\(rated)\(watching)"
  }

  /// A room's state in a few words.
  package static func state(_ room: RoomSummary) -> String {
    switch room.phase {
    case .waiting: room.seatsTaken < room.settings.seats ? "waiting for players" : "about to begin"
    case .committing, .undealt, .dealing: "about to begin"
    case .playing: "playing"
    case .ended: "finished"
    }
  }
}
