// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// What the directory's tables keep of a room, read once after each of the room's inputs.
struct RoomState {
  let code: RoomCode
  /// Its line in the public list; nil while it is not listed.
  let summary: RoomSummary?
  /// Whether quick match may find a seat in it.
  let isQuickTable: Bool
  /// Its share in the directory's counts; nil once it is closed.
  let counts: RoomCounts?
  /// Its share before the input.
  let formerCounts: RoomCounts?
  /// When it must be looked at again without any input; nil for never.
  let nextWake: ServerTime?
  let isClosed: Bool
  /// Whether anything was ever written to its log.
  let hasEntries: Bool

  /// Reads a room's state; from now on its share in the counts is that of now.
  ///
  /// - Parameters:
  ///   - room: the room; inout, because otherwise it would be copied.
  ///   - lead: how far ahead it announces its own events.
  init(of room: inout Room, lead: Duration) {
    code = room.code
    summary = room.isListed ? room.summary : nil
    isQuickTable = room.quickSettings != nil
    formerCounts = room.counted
    isClosed = room.isClosed
    counts = isClosed ? nil : RoomCounts(room)
    room.counted = counts
    nextWake = room.nextWake(lead: lead)
    hasEntries = room.view.seq > 0
  }
}

extension Dictionary {
  /// Changes a value where it is, without copying it.
  mutating func change<Result>(
    at index: Index, _ body: (inout Value) -> Result
  ) -> Result {
    body(&values[index])
  }
}
