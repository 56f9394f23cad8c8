// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby

/// A record to be journalled.
package enum JournalRecord: Hashable, Sendable {
  /// A room's step; its outcome is awaited.
  case step(Batch)
  /// A session in its handshake; its outcome is awaited.
  case session(SessionRecord, for: CorrelationID)
  /// A session starts watching a room; its outcome is awaited.
  case spectator(SpectatorRecord, of: RoomID)
  /// A session stops watching a room; best effort.
  case spectatorLeft(SessionID, of: RoomID)
  /// A room has closed; best effort.
  case closed(RoomID, at: ServerTime)
  /// A session has ended; best effort.
  case forgotten(SessionID)
  /// Replaces the outages not refunded yet; best effort. Until it is written, no heartbeat is.
  case outages([RoomDirectory.Outage])
  /// A ban is set or lifted; its outcome is awaited.
  case ban(BanChange, for: CorrelationID)

  /// Whether its outcome is awaited.
  package var isAwaited: Bool {
    switch self {
    case .step, .session, .spectator, .ban: true
    case .spectatorLeft, .closed, .forgotten, .outages: false
    }
  }

  /// The outcome to report; nil if it is not awaited.
  package func outcome(isThere: Bool) -> JournalOutcome? {
    switch self {
    case .step(let step): isThere ? .landed(step.room) : .failed(step.room)
    case .session(_, let connection): isThere ? .kept(connection) : .notKept(connection)
    case .spectator(let record, let room):
      isThere ? .watches(record.session, room) : .watchesNot(record.session, room)
    case .ban(_, let id): isThere ? .noted(id) : .notNoted(id)
    case .spectatorLeft, .closed, .forgotten, .outages: nil
    }
  }

  /// Whether `outcome` reports that the record is stored.
  package func isThere(by outcome: JournalOutcome) -> Bool {
    switch (self, outcome) {
    case (.step, .landed), (.session, .kept), (.spectator, .watches), (.ban, .noted): true
    case (.step(let step), .reread(let room)): room.entries.last == step.entries.last
    default: false
    }
  }
}
