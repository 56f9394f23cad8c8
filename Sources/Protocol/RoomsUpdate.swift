// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// The public rooms, or what changed of them since the last update.
public struct RoomsUpdate: Hashable, Sendable {
  /// Rooms that are new or look different.
  public var rooms: [RoomSummary]
  /// Codes of rooms that are gone.
  public var removed: [String]

  /// `rooms` are there, those of the codes `removed` are gone.
  public init(rooms: [RoomSummary] = [], removed: [String] = []) {
    self.rooms = rooms
    self.removed = removed
  }
}
