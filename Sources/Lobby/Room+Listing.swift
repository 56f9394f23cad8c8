// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// The room as those see it who are not in it, or who only want to know who is.

extension Room {
  /// Whose connection is open, of every taken seat; the server's own bots are always there.
  var presence: [SeatPresence] {
    members.players.compactMap { member in
      member.actor.flatMap { view.seat(of: $0) }.map {
        SeatPresence(seat: $0, isConnected: member.disconnectedAt == nil)
      }
    }
      + view.seats.indices.filter { view.seats[$0].isTaken && view.seats[$0].player?.level != nil }
      .map { SeatPresence(seat: SeatIndex($0), isConnected: true) }
  }

  /// How many watch.
  var spectatorCount: Int { members.spectators.count }

  /// The room as the list shows it: no further than spectators may see, for anyone may read the list.
  var summary: RoomSummary {
    let shown = feed.view
    return RoomSummary(
      code: code.rawValue, settings: shown.settings, seatsTaken: shown.takenSeats.count,
      phase: shown.phase, spectators: announcedAudience.count)
  }

  /// Whether the list of rooms shows the room.
  var isListed: Bool {
    !isClosed && feed.view.seq > 0 && feed.view.settings.audience == .public && !members.isEmpty
  }
}
