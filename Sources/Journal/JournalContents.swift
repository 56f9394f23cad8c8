// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby

/// What a starting server restores from a journal.
package struct JournalContents: Sendable {
  /// Rooms and sessions.
  package var lobby = RoomDirectory.Stored()
  /// Hashes of the sessions' resume tokens.
  package var tokenHashes: [SessionID: [[UInt8]]] = [:]
  /// Ratings over all results.
  package var ratings = RatingTable()
  /// The bans.
  package var bans: [Ban] = []
  /// The latest timestamp.
  package var lastStamp = ServerTime.zero
  /// A sentence per row that was left out because of its checksum; damage of rooms is recorded in
  /// the rooms.
  package var damage: [String] = []

  /// An empty journal.
  package init() {}
}
