// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby

/// The rooms' write-ahead log: every entry is in it before anyone sees it.
///
/// A step names the last entry number it expects and is refused if the log has moved on, which
/// fences stale writers. All implementations guarantee: a step is stored whole or not at all, only
/// behind the entry it expects, and a room's first only if no other has its code; and what an
/// outcome reports as landed survives any crash.
/// `JournalContract` of FacedownTesting has the promises of all three parts as cases.
///
/// A journal is confined to the loop; one that works on another thread returns to the loop before
/// it calls back. A journal of one server has one writer and is restored at the start, with
/// `JournalContents`; rooms of a `SharedJournal` are claimed one at a time.
package protocol RoomJournal: AnyObject {
  /// Appends records, and calls back once with the outcomes of the awaited ones, in order; possibly
  /// before it returns.
  ///
  /// An outcome may take long, but it always comes: a journal stays silent until it knows.
  func append(_ records: [RoomRecord], _ outcome: @escaping ([RoomOutcome]) -> Void)
}

/// A record for the rooms' journal.
package enum RoomRecord: Hashable, Sendable {
  /// A room's step; its outcome is awaited.
  case step(Batch)
  /// A session starts watching a room; its outcome is awaited.
  case spectator(SpectatorRecord, of: RoomID)
  /// A session stops watching a room; best effort.
  case spectatorLeft(SessionID, of: RoomID)
  /// A room has closed; best effort.
  case closed(RoomID, at: ServerTime)

  /// Whether its outcome is awaited.
  package var isAwaited: Bool {
    switch self {
    case .step, .spectator: true
    case .spectatorLeft, .closed: false
    }
  }

  /// The outcome to report; nil if it is not awaited.
  package func outcome(isThere: Bool) -> RoomOutcome? {
    switch self {
    case .step(let step): isThere ? .landed(step.room) : .failed(step.room)
    case .spectator(let record, let room):
      isThere ? .watches(record.session, room) : .watchesNot(record.session, room)
    case .spectatorLeft, .closed: nil
    }
  }

  /// Whether `outcome` reports that the record is stored.
  package func isThere(by outcome: RoomOutcome) -> Bool {
    switch (self, outcome) {
    case (.step, .landed), (.spectator, .watches): true
    case (.step(let step), .reread(let room)): room.entries.last == step.entries.last
    default: false
    }
  }
}

/// The outcome of a record for the rooms' journal.
package enum RoomOutcome: Hashable, Sendable {
  /// The room's step is stored: as these bytes, if the journal has encoded its entries.
  case landed(RoomID, as: EncodedEntries? = nil)
  /// The room's step is not stored and never will be.
  case failed(RoomID)
  /// The room is not opened and never will be: its code is that of an open room, or of one that
  /// closed less than `LobbyLimits.codeRest` before; opened by this request, if the journal knows.
  case taken(RoomID, by: Origin? = nil)
  /// The room's step is not stored and never will be: another node of the world owns the room.
  case lost(RoomID, to: NodeID)
  /// The outcome was unclear, or the step was fenced: this is the room as stored.
  case reread(StoredRoom)
  /// The spectator's membership is stored.
  case watches(SessionID, RoomID)
  /// The spectator's membership is not stored.
  case watchesNot(SessionID, RoomID)
}
