// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// The public rooms, or their changes since the last update.
package struct RoomsUpdate: Hashable, Sendable {
  /// New and changed rooms.
  package var rooms: [RoomSummary]
  /// Codes of rooms that are no longer listed.
  package var removed: [String]

  /// `rooms` are new or changed, those with the codes `removed` are gone.
  package init(rooms: [RoomSummary] = [], removed: [String] = []) {
    self.rooms = rooms
    self.removed = removed
  }
}
