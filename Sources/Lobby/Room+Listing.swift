// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// The room as seen from outside: its presence and its line in the list.

extension Room {
  /// Whether each taken seat is connected; the server's own bots always are.
  var presence: [SeatPresence] {
    members.compactMap { member in
      seat(of: member).map {
        SeatPresence(seat: $0, isConnected: member.disconnectedAt == nil)
      }
    }
      + view.seats.indices.filter { view.seats[$0].isTaken && view.seats[$0].player?.level != nil }
      .map { SeatPresence(seat: SeatIndex($0), isConnected: true) }
  }

  /// The room as the public list shows it: never ahead of what spectators may see.
  var summary: RoomSummary {
    let shown = audience.view
    return RoomSummary(
      code: code.rawValue, settings: shown.settings, seatsTaken: shown.takenSeatCount,
      phase: shown.phase, spectators: audience.announcedCount,
      players: shown.takenSeats.prefix(RoomSummary.mostPlayers).compactMap {
        shown.seats[$0.rawValue].player?.name
      })
  }

  /// Whether the list of rooms shows the room.
  var isListed: Bool {
    !isClosed && audience.view.seq > 0 && audience.view.settings.audience == .public && !isEmpty
  }
}
