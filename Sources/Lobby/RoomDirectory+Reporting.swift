// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// A room as its host may see it: more than the list of rooms tells, and no face.
public struct RoomReport: Hashable, Sendable {
  /// The room.
  public var id: RoomID
  /// The code people join by.
  public var code: RoomCode
  /// The rules of its match.
  public var settings: MatchSettings
  /// Where its match stands.
  public var phase: MatchView.Phase
  /// Whoever has a seat, in the order of the seats.
  public var players: [Player]
  /// How many watch.
  public var spectators: Int
  /// When its first entry was written; nil before.
  public var openedAt: ServerTime?
}

// What a host asks of all rooms.

extension RoomDirectory {
  /// What there is to say of each room, those that were opened first before others; costs time for
  /// each room.
  ///
  /// - Parameter limit: of so many at the most.
  /// - Returns: the rooms.
  public func reports(limit: Int) -> [RoomReport] {
    let sorted = rooms.values.sorted {
      (openedAt($0) ?? .zero, $0.id.rawValue) < (openedAt($1) ?? .zero, $1.id.rawValue)
    }
    return sorted.prefix(limit).map { room in
      RoomReport(
        id: room.id, code: room.code,
        settings: room.view.seq == 0 ? room.openedFor : room.view.settings,
        phase: room.view.phase,
        players: room.view.seats.filter(\.isTaken).compactMap(\.player),
        spectators: room.spectatorCount, openedAt: openedAt(room))
    }
  }

  /// The code of the room a session is in or has asked to enter; nil for none.
  public func code(of session: SessionID) -> RoomCode? {
    sessions[session]?.room.flatMap { rooms[$0]?.code }
  }

  private func openedAt(_ room: Room) -> ServerTime? { room.log.first?.at }
}
