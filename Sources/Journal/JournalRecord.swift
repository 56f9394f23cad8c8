// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby

/// A record for any part of a journal that has all of them.
package enum JournalRecord: Hashable, Sendable {
  /// For the rooms' journal.
  case room(RoomRecord)
  /// For the registry.
  case registry(RegistryRecord)
  /// Replaces the outages not refunded yet; best effort.
  case outages([RoomDirectory.Outage])

  /// Whether its outcome is awaited.
  package var isAwaited: Bool {
    switch self {
    case .room(let record): record.isAwaited
    case .registry(let record): record.isAwaited
    case .outages: false
    }
  }

  /// The outcome to report; nil if it is not awaited.
  package func outcome(isThere: Bool) -> JournalOutcome? {
    switch self {
    case .room(let record): record.outcome(isThere: isThere).map { .room($0) }
    case .registry(let record): record.outcome(isThere: isThere).map { .registry($0) }
    case .outages: nil
    }
  }

  /// Whether `outcome` reports that the record is stored.
  package func isThere(by outcome: JournalOutcome) -> Bool {
    switch (self, outcome) {
    case (.room(let record), .room(let outcome)): record.isThere(by: outcome)
    case (.registry(let record), .registry(let outcome)): record.isThere(by: outcome)
    default: false
    }
  }
}

/// The outcome of a record for any part of a journal.
package enum JournalOutcome: Hashable, Sendable {
  /// Of the rooms' journal.
  case room(RoomOutcome)
  /// Of the registry.
  case registry(RegistryOutcome)
}

// Records by their names, whichever part they are for.

extension JournalRecord {
  /// A room's step.
  package static func step(_ batch: Batch) -> Self { .room(.step(batch)) }

  /// A session starts watching a room.
  package static func spectator(_ record: SpectatorRecord, of room: RoomID) -> Self {
    .room(.spectator(record, of: room))
  }

  /// A session stops watching a room.
  package static func spectatorLeft(_ session: SessionID, of room: RoomID) -> Self {
    .room(.spectatorLeft(session, of: room))
  }

  /// A room has closed.
  package static func closed(_ room: RoomID, at time: ServerTime) -> Self {
    .room(.closed(room, at: time))
  }

  /// A session, in place of the record with this revision, or of none.
  package static func session(
    _ record: SessionRecord, expecting revision: Revision? = nil, for id: CorrelationID
  ) -> Self {
    .registry(.session(record, expecting: revision, for: id))
  }

  /// A session has ended.
  package static func forgotten(_ session: SessionID) -> Self { .registry(.forgotten(session)) }

  /// A ban is set or lifted.
  package static func ban(_ change: BanChange, for id: CorrelationID) -> Self {
    .registry(.ban(change, for: id))
  }
}
