// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Lobby

/// A journal from which everything can be read that is durable, to be kept elsewhere.
package protocol JournalSource {
  /// What sets this journal in this state apart from every other: 1 to 32 characters a-z, 0-9, `-`.
  var identity: String { get throws }

  /// The key of the codes of rooms, 32 bytes.
  var codeKey: [UInt8] { get throws }

  /// Every room, open or closed.
  var roomIDs: [RoomID] { get throws }

  /// Reads a room.
  func keptRoom(_ id: RoomID) throws -> KeptRoom?

  /// All results, in the order in which they are rated.
  var keptResults: [KeptResult] { get throws }

  /// All sessions.
  var keptSessions: [SessionRecord] { get throws }

  /// All bans.
  var keptBans: [Ban] { get throws }
}

/// An empty journal into which everything is written that another one keeps.
package protocol JournalSink {
  /// Sets the key of the codes of rooms; before anything else.
  func setCodeKey(_ key: [UInt8]) throws

  /// Appends records of rooms, and tells the outcomes of the awaited ones, in order.
  func append(_ records: [RoomRecord]) throws -> [RoomOutcome]

  /// Removes a room that turned out to be damaged.
  func remove(_ room: RoomID) throws

  /// Adds results, in the order in which they are rated; behind the rooms.
  func add(_ results: [KeptResult]) throws

  /// Adds sessions and bans.
  func add(_ sessions: [SessionRecord], _ bans: [Ban]) throws
}
