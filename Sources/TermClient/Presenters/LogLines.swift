// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// The lines of `--json` for one room after another: what to start from, then entries without gaps.
struct LogLines {
  private var roomID: String?
  /// The last entry that the lines so far come to.
  private var lastSeq: UInt64 = 0

  /// The client is in a room, again or for the first time.
  ///
  /// - Parameters:
  ///   - roomID: the room.
  ///   - code: its code, fit to print.
  ///   - base: the view that the client's log begins with.
  ///   - invitation: members of the room's line that say how others get there.
  /// - Returns: the room and its base if the lines have to start from it. Where they already come to
  ///   as much or more, none: the next entry follows what was printed.
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
