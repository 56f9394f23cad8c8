// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The part of a room that the directory's tables mirror, read after each of the room's inputs.
struct RoomState: Sendable {
  let code: RoomCode
  /// Its line in the public list; nil while it is not listed.
  let summary: RoomSummary?
  /// Whether quick match may find a seat in it.
  let isQuickTable: Bool
  /// Its share in the directory's counts; nil once it is closed.
  let counts: RoomCounts?
  /// When it must be looked at again without any input; nil for never.
  let nextWake: ServerTime?
  let isClosed: Bool
  /// Whether anything was ever written to its log.
  let hasEntries: Bool
}

extension Room {
  /// Updates `state`.
  ///
  /// - Parameter lead: how far ahead the room announces its own events.
  /// - Returns: the state before, nil for none, and now.
  mutating func updateState(lead: Duration) -> (former: RoomState?, now: RoomState) {
    let former = state
    let now = RoomState(
      code: code, summary: isListed ? summary : nil, isQuickTable: quickSettings != nil,
      counts: isClosed ? nil : counts, nextWake: nextWake(lead: lead), isClosed: isClosed,
      hasEntries: view.seq > 0)
    state = now
    return (former, now)
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
