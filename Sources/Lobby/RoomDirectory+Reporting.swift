// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A room as the operator sees it: more than the public list, but no card faces.
package struct RoomReport: Hashable, Sendable {
  /// The room.
  package var id: RoomID
  /// The code people join by.
  package var code: RoomCode
  /// The rules of its match.
  package var settings: MatchSettings
  /// Its phase.
  package var phase: MatchView.Phase
  /// Seated players, in the order of the seats.
  package var players: [Player]
  /// The number of spectators.
  package var spectators: Int
  /// When its first entry was written, or nil.
  package var openedAt: ServerTime?
}

// Reports for the operator.

extension RoomDirectory {
  /// A report on each room, oldest first; O(n log n) in the number of rooms.
  ///
  /// - Parameter limit: the most reports to return.
  /// - Returns: the reports.
  package func reports(limit: Int) -> [RoomReport] {
    let sorted = rooms.all.sorted {
      (openedAt($0) ?? .zero, $0.id.rawValue) < (openedAt($1) ?? .zero, $1.id.rawValue)
    }
    return sorted.prefix(limit).map { room in
      RoomReport(
        id: room.id, code: room.code,
        settings: room.view.seq == 0 ? room.openedFor : room.view.settings,
        phase: room.view.phase,
        players: room.view.seats.filter(\.isTaken).compactMap(\.player),
        spectators: room.audience.count, openedAt: openedAt(room))
    }
  }

  /// The code of the room a session is in or is about to enter; nil for none.
  package func code(of session: SessionID) -> RoomCode? {
    sessions[session]?.room.flatMap { rooms[$0]?.code ?? relaying?[$0]?.code }
  }

  private func openedAt(_ room: Room) -> ServerTime? { room.log.entries.first?.at }
}
