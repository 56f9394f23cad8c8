// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Lobby

/// What a node has in memory of a world whose servers have lost what they had: what it writes back.
///
/// Closed rooms, and sessions that were unloaded, are in no node's memory.
package struct WorldMemory: Hashable, Sendable {
  /// The open rooms that it decides for.
  package var rooms: [StoredRoom]
  /// The sessions that can be resumed.
  package var sessions: [SessionRecord]
  /// The bans in force.
  package var bans: [Ban]

  /// A memory with all its parts.
  package init(rooms: [StoredRoom] = [], sessions: [SessionRecord] = [], bans: [Ban] = []) {
    self.rooms = rooms
    self.sessions = sessions
    self.bans = bans
  }
}

/// What became of a node's memory when it was written back, or would become of it.
package struct RefillReport: Hashable, Sendable {
  /// What became of a room.
  package enum Fate: Hashable, Sendable {
    /// Its log is whole, and this node's; so many of its entries had been lost.
    case whole(written: Int)
    /// Its log is another node's, and decides.
    case elsewhere(NodeID)
    /// Its log has what this node does not know, and decides.
    case ahead
    /// Its log cannot be written back, as the sentence says: the room stands still.
    case stuck(String)
  }

  /// A room of the memory.
  package struct Room: Hashable, Sendable {
    /// The room.
    package var id: RoomID
    /// Its code.
    package var code: RoomCode
    /// The number of entries in memory.
    package var entries: Int
    /// What became of it.
    package var fate: Fate

    /// A room of the memory, and what became of it.
    package init(_ room: StoredRoom, _ fate: Fate) {
      (id, code, entries) = (room.id, room.code, room.entries.count)
      self.fate = fate
    }
  }

  /// Whether it is about everything that this node remembers, not only about rooms that were left.
  package var isWhole = true
  /// The rooms, by code.
  package var rooms: [Room] = []
  /// The revision of each session whose stored record matches this node's; every other one is missing,
  /// or another node has a later record of it.
  package var sessions: [SessionID: Revision] = [:]
  /// The number of sessions that had been lost.
  package var sessionsWritten = 0
  /// The number of results that had been lost.
  package var resultsWritten = 0
  /// The number of bans that had been lost.
  package var bansWritten = 0
  /// The key of the codes of rooms; another than before if the world was begun anew meanwhile.
  package var codeKey: [UInt8] = []

  /// Nothing was written.
  package init() {}

  /// Whether no room stands still.
  package var isFinished: Bool {
    rooms.allSatisfy { if case .stuck = $0.fate { false } else { true } }
  }
}
