// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A room as read from the journal.
package struct StoredRoom: Hashable, Sendable {
  /// A sealed record and the entry it follows.
  package struct Sealed: Hashable, Sendable {
    /// The last entry before the record's step.
    package var afterSeq: UInt64
    /// The record.
    package var record: SealedRecord

    /// `record`, sealed in the step after entry `afterSeq`.
    package init(afterSeq: UInt64, record: SealedRecord) {
      self.afterSeq = afterSeq
      self.record = record
    }
  }

  /// The room.
  package var id: RoomID
  /// Its code.
  package var code: RoomCode
  /// Its whole log.
  package var entries: [Entry]
  /// All sealed records, in order.
  package var sealed: [Sealed]
  /// The present members.
  package var members: [Membership]
  /// Former members, whose requests may still be retried.
  package var former: [Membership]
  /// Its spectators.
  package var spectators: [SpectatorRecord]
  /// The sessions of all these.
  package var sessions: [SessionID] {
    (members + former).map(\.session) + spectators.map(\.session)
  }
  /// Damage found while reading it; nil for none.
  package var damage: StoredRoomError?

  /// A room with all its parts.
  package init(
    id: RoomID, code: RoomCode, entries: [Entry], sealed: [Sealed], members: [Membership],
    former: [Membership] = [], spectators: [SpectatorRecord] = []
  ) {
    self.id = id
    self.code = code
    self.entries = entries
    self.sealed = sealed
    self.members = members
    self.former = former
    self.spectators = spectators
  }

  /// The room that a first batch opens.
  package init(openedBy batch: Batch) {
    self.init(id: batch.room, code: batch.code, entries: [], sealed: [], members: [])
    append(batch)
  }

  /// Appends a batch that has landed.
  package mutating func append(_ batch: Batch) {
    precondition(batch.room == id, "A batch of room \(batch.room) is no part of room \(id).")
    precondition(
      batch.expectedLastSeq == entries.last?.seq ?? 0, "A batch follows the entry it expects.")
    entries += batch.entries
    if let record = batch.sealed {
      sealed.append(Sealed(afterSeq: batch.expectedLastSeq, record: record))
    }
    members += batch.entering
    former += members.filter { batch.leaving.contains($0.actor) }
    members.removeAll { batch.leaving.contains($0.actor) }
  }
}

/// Why a stored room cannot be restored.
package enum StoredRoomError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no entry at all.
  case empty
  /// The entry after `after` is missing or goes back in time.
  case broken(after: UInt64)
  /// The event of the entry is unknown to this version.
  case unknownEvent(seq: UInt64)
  /// A sealed record belongs to another match, or to none.
  case misplacedSeal(matchID: String)
  /// The match violates an invariant of the rules.
  case unsound(seq: UInt64)
  /// A member has no seat in the log.
  case seatless(actor: UInt32)
  /// The checksum of the entry or its sealed record does not match.
  case changed(seq: UInt64)
  /// The log was written up to entry `last` but can only be read up to entry `after`.
  case cutShort(after: UInt64, last: UInt64)
  /// The room's own row fails its checksum.
  case changedRow
  /// A member's row fails its checksum.
  case changedMember(actor: UInt32)
  /// Its rows cannot be decoded.
  case unreadable
  /// Its id or code is that of a room already adopted.
  case alreadyHere

  /// A sentence for the operator's log.
  package var description: String {
    switch self {
    case .empty: "The room has no entries."
    case .broken(let seq): "The entry after \(seq) is missing or goes back in time."
    case .unknownEvent(let seq): "Entry \(seq) holds an event that this version does not know."
    case .misplacedSeal(let matchID): "The sealed record of match \(matchID) is out of place."
    case .unsound(let seq): "The match is not valid as of entry \(seq)."
    case .seatless(let actor): "Member \(actor) has no seat in the log."
    case .changed(let seq): "Entry \(seq) or its sealed record has been altered."
    case .cutShort(let after, let last):
      "The log ends at entry \(after) but was written up to entry \(last)."
    case .changedRow: "The room's code, last entry number or end has been altered."
    case .changedMember(let actor): "Member \(actor) has been altered."
    case .unreadable: "The room's rows cannot be decoded."
    case .alreadyHere: "Another open room has its id or code."
    }
  }
}
