// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// A room as a journal has it.
public struct StoredRoom: Hashable, Sendable {
  /// A sealed record, and the number of the last entry before its step.
  public struct Sealed: Hashable, Sendable {
    /// Its step follows this entry.
    public var afterSeq: UInt64
    /// The record.
    public var record: SealedRecord

    /// `record`, sealed in the step behind entry `afterSeq`.
    public init(afterSeq: UInt64, record: SealedRecord) {
      self.afterSeq = afterSeq
      self.record = record
    }
  }

  /// The room.
  public var id: RoomID
  /// Its code.
  public var code: RoomCode
  /// Its whole log.
  public var entries: [Entry]
  /// Everything sealed in it, in order.
  public var sealed: [Sealed]
  /// Whose numbers in the log are whose, of those who are still in.
  public var members: [Membership]
  /// The same of those who have left: what they did may be asked for again.
  public var former: [Membership]
  /// Who watches it.
  public var spectators: [SpectatorRecord]
  /// What is wrong with it where that is known already; nil for nothing.
  public var damage: StoredRoomError?

  /// A room with all its parts.
  public init(
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
}

/// Why what a journal has of a room is no room.
public enum StoredRoomError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no entry at all.
  case empty
  /// The entry after number `after` is missing, or goes back in time.
  case broken(after: UInt64)
  /// The entry says something this version does not know.
  case unknownEvent(seq: UInt64)
  /// A sealed record is of another match, or of none.
  case misplacedSeal(matchID: String)
  /// What the log comes to is no match that can be gone on with.
  case unsound(seq: UInt64)
  /// A member has no seat in the log.
  case seatless(actor: UInt32)
  /// The entry, or what was sealed with it, is not as it was written.
  case changed(seq: UInt64)
  /// The log does not end as it was written, with entry `last`; it can be read up to entry `after`.
  case cutShort(after: UInt64, last: UInt64)
  /// Its code, its last number or its end is not as it was written.
  case changedRow
  /// Who the member is, or whether it has left, is not as it was written.
  case changedMember(actor: UInt32)
  /// Its rows hold what they cannot.
  case unreadable

  /// A sentence for the server's log.
  public var description: String {
    switch self {
    case .empty: "It has no entries."
    case .broken(let seq): "What follows entry \(seq) is missing or goes back in time."
    case .unknownEvent(let seq): "Entry \(seq) says something this version does not know."
    case .misplacedSeal(let matchID): "A sealed record of match \(matchID) is in the wrong place."
    case .unsound(let seq): "What it comes to at entry \(seq) is no match to go on with."
    case .seatless(let actor): "Member \(actor) has no seat in the log."
    case .changed(let seq): "Entry \(seq), or what was sealed with it, is not as it was written."
    case .cutShort(let after, let last):
      "Its log ends with entry \(after), and was written up to entry \(last)."
    case .changedRow: "Its code, its last number or its end is not as it was written."
    case .changedMember(let actor): "Member \(actor) is not as it was written."
    case .unreadable: "Its rows cannot be read."
    }
  }
}
