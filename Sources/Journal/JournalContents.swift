// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby

/// What a starting server restores from a journal.
package struct JournalContents: Sendable {
  /// The open rooms.
  package var lobby = RoomDirectory.Stored()
  /// The sessions that the rooms know, and those with tokens of the former kind, which do not name
  /// their session; the others are read when they return.
  package var sessions: [RegisteredSession] = []
  /// Profiles, and with them the ratings, over all results.
  package var profiles = ProfileTable()
  /// Ratings over all results.
  package var ratings: RatingTable { profiles.ratings }
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
