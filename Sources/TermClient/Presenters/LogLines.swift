// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Wire

/// The lines of `--json`: for each room a base view, then its entries without gaps.
struct LogLines {
  private var roomID: String?
  /// The number of the last entry covered by the lines so far.
  private var lastSeq: UInt64 = 0

  /// The client has entered a room, or returned to it.
  ///
  /// - Parameters:
  ///   - roomID: the room.
  ///   - code: its code, sanitised.
  ///   - base: the first view of the client's log.
  ///   - invitation: members of the room's line for other players.
  /// - Returns: the lines for the room and its base. Empty if the lines printed so far already
  ///   cover the base, so that the next entry follows them.
  mutating func enter(
    roomID: String, code: String, base: MatchView, invitation: [(name: String, value: String)] = []
  ) -> [String] {
    let isSame = self.roomID == roomID
    guard !isSame || base.seq > lastSeq else { return [] }
    self.roomID = roomID
    lastSeq = base.seq
    let room = JSONText.object(
      [("event", JSONText.string("room")), ("code", JSONText.string(code))] + invitation)
    return (isSame ? [] : [room]) + [LogLine.base(base).json]
  }

  /// The next entry of the room.
  mutating func add(_ entry: Entry) -> String {
    lastSeq = entry.seq
    return LogLine.entry(entry).json
  }
}
