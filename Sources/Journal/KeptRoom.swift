// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby

/// A room with everything that a journal keeps of it, whether it is open or closed.
package struct KeptRoom: Hashable, Sendable {
  /// The room.
  package var room: StoredRoom
  /// When it closed; nil while it is open.
  package var closedAt: ServerTime?

  /// A room that closed at `closedAt`, or is open.
  package init(_ room: StoredRoom, closedAt: ServerTime? = nil) {
    self.room = room
    self.closedAt = closedAt
  }
}

/// The result of a match with what its replay needs, as a journal keeps it.
package struct KeptResult: Hashable, Sendable {
  /// Which entries a replay has, and who may watch it.
  package struct Replay: Hashable, Sendable {
    /// The rules the match was played by.
    package var settings: MatchSettings
    /// When everybody may watch it; nil if only its players may.
    package var publicFrom: ServerTime?
    /// The room just before the match opened.
    package var base: MatchView
    /// The numbers of its entries in the room's log.
    package var entries: ClosedRange<UInt64>
    /// The sessions that have played it.
    package var sessions: [SessionID]

    /// A replay with all its parts.
    package init(
      settings: MatchSettings, publicFrom: ServerTime?, base: MatchView,
      entries: ClosedRange<UInt64>, sessions: [SessionID]
    ) {
      self.settings = settings
      self.publicFrom = publicFrom
      self.base = base
      self.entries = entries
      self.sessions = sessions
    }
  }

  /// The room.
  package var room: RoomID
  /// The result.
  package var result: MatchResult
  /// What a replay needs; nil if the room's log is no longer kept.
  package var replay: Replay?

  /// The result of a match of `room`.
  package init(_ result: MatchResult, of room: RoomID, replay: Replay? = nil) {
    self.result = result
    self.room = room
    self.replay = replay
  }
}
