// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

// Writing the logs back of rooms that are here, after their journal has lost them.

extension RoomDirectory {
  /// The open rooms as they are in memory, in the order of their codes; without former members,
  /// whom only the journal knows.
  package var remembered: [StoredRoom] { openRooms.compactMap { rooms[$0]?.remembered } }

  /// A room's log is in the journal again, which has been away for so long: no timeout has advanced
  /// meanwhile, and a match under way goes on when its players are back.
  package mutating func resume(
    _ room: RoomID, after outage: Duration, now: ServerTime
  ) -> [LobbyOutput] {
    inRoom(room, now: now) { $0.resume(after: outage, &$1) }
  }

  /// New rooms have codes, and days their deals, by another key, because the world was begun anew.
  package mutating func useCodes(by key: [UInt8]) { derive(by: key) }
}

extension Room {
  /// The room as its journal had it; the seals of earlier matches are not kept, and not needed.
  fileprivate var remembered: StoredRoom {
    let committed = log.entries.last { if case .committed = $0.event { true } else { false } }
    let sealed = committed.flatMap { entry in
      match.sealed.map { StoredRoom.Sealed(afterSeq: entry.seq - 1, record: $0) }
    }
    return StoredRoom(
      id: id, code: code, entries: log.entries, sealed: sealed.map { [$0] } ?? [],
      members: members.map { Membership(session: $0.session, actor: $0.actor) },
      spectators: audience.records)
  }
}
