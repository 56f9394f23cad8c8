// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// The public rooms, or their changes since the last update.
public struct RoomsUpdate: Hashable, Sendable {
  /// New and changed rooms.
  public var rooms: [RoomSummary]
  /// Codes of rooms that are no longer listed.
  public var removed: [String]

  /// `rooms` are new or changed, those with the codes `removed` are gone.
  public init(rooms: [RoomSummary] = [], removed: [String] = []) {
    self.rooms = rooms
    self.removed = removed
  }
}
