// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
package import Game
package import Lobby

/// The codes that no new room may have, for a journal in memory: those of open rooms, and those of
/// rooms closed less than `LobbyLimits.codeRest` ago, because an old link must not lead to
/// strangers.
package struct RoomCodeTable: Sendable {
  /// The codes of open rooms.
  private var open: [RoomID: RoomCode] = [:]
  /// When the room of each code closed; nil while it is open.
  private var closings: [RoomCode: ServerTime?] = [:]
  /// Codes of closed rooms in order; expired ones stay until the next room closes.
  private var resting: Deque<(code: RoomCode, since: ServerTime)> = []

  /// An empty table.
  package init() {}

  /// Whether a room opened at `time` may not have a code.
  package func isTaken(_ code: RoomCode, at time: ServerTime) -> Bool {
    guard let closing = closings[code] else { return false }
    return closing.map { time - $0 < LobbyLimits.codeRest } ?? true
  }

  /// A room was opened under a code that was not taken.
  package mutating func open(_ room: RoomID, as code: RoomCode) {
    open[room] = code
    closings[code] = .some(nil)
  }

  /// A room closed at `time`, which is no earlier than the last closing.
  package mutating func close(_ room: RoomID, at time: ServerTime) {
    guard let code = open.removeValue(forKey: room) else { return }
    while let first = resting.first, time - first.since >= LobbyLimits.codeRest {
      resting.removeFirst()
      // It may have been reused since.
      if closings[first.code] == .some(first.since) { closings[first.code] = nil }
    }
    closings[code] = .some(time)
    resting.append((code, time))
    assert(
      closings.count <= open.count + resting.count, "Every code is an open room's, or rests.")
  }
}
