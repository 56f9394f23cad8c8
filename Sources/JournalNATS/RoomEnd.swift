// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import Journal
import Lobby
import Wire

/// Where the log of a room that this node owns ends, and what the next record needs.
struct RoomEnd: Hashable, Sendable {
  let room: RoomID
  let code: RoomCode
  /// The stream's number of the room's first record.
  let first: UInt64
  /// The stream's number of its last record.
  private(set) var sequence: UInt64
  /// The number of that record in the room.
  private(set) var number: UInt64
  /// SHA-256 of that record.
  private(set) var hash: [UInt8]
  /// The number of the ownership.
  private(set) var epoch: UInt64
  /// The last entry; nil if the log cannot be read so far.
  private(set) var lastEntry: Entry?
  /// The sessions of all members so far.
  private(set) var sessions: [ActorNumber: SessionID]

  /// Behind a room's record that was read, with what its log says.
  init(
    _ record: WorldRecord.Room, code: RoomCode, bytes: [UInt8], sequence: UInt64,
    lastEntry: Entry?, sessions: [ActorNumber: SessionID]
  ) {
    room = RoomID(record.room)
    self.code = code
    first = record.first ?? sequence
    self.sequence = sequence
    number = record.number
    hash = SHA256.hash(bytes).bytes
    epoch = record.epoch
    self.lastEntry = lastEntry
    self.sessions = sessions
  }

  /// The same end of a log that was written back, with what its node knew of it before.
  func remembering(_ former: RoomEnd) -> RoomEnd {
    var end = self
    end.lastEntry = former.lastEntry
    end.sessions = former.sessions
    return end
  }

  /// The number of the last entry, or 0 for an empty log.
  var lastSeq: UInt64 { lastEntry?.seq ?? 0 }

  /// The record by which a node opens a room.
  static func opening(_ batch: Batch, _ step: WorldRecord.Step, by node: NodeID)
    -> WorldRecord.Room
  {
    WorldRecord.Room(
      room: batch.room.rawValue, node: node.description, epoch: 1, number: 1, first: nil,
      before: [], content: .step(step))
  }

  /// The next record of the room.
  func next(_ content: WorldRecord.Room.Content, by node: NodeID) -> WorldRecord.Room {
    var epoch = epoch
    if case .claim = content { epoch += 1 }
    return WorldRecord.Room(
      room: room.rawValue, node: node.description, epoch: epoch, number: number + 1,
      first: first, before: hash, content: content)
  }

  /// The record of `next` has landed as `bytes`, under a number of the stream; with the batch that it
  /// has, if it has one.
  mutating func land(_ bytes: [UInt8], at sequence: UInt64, _ batch: Batch? = nil) {
    precondition(sequence > self.sequence, "A record lands behind the one before it.")
    self.sequence = sequence
    number += 1
    hash = SHA256.hash(bytes).bytes
    if let batch { note(batch) }
  }

  /// The sessions of members, those that enter by `batch` included.
  func sessions(with batch: Batch) -> [ActorNumber: SessionID] {
    guard !batch.entering.isEmpty else { return sessions }
    var all = sessions
    for member in batch.entering { all[member.actor] = member.session }
    return all
  }

  private mutating func note(_ batch: Batch) {
    lastEntry = batch.entries.last
    for member in batch.entering { sessions[member.actor] = member.session }
  }
}

extension Batch {
  /// The sessions that enter by it.
  var sessions: [ActorNumber: SessionID] {
    Dictionary(entering.map { ($0.actor, $0.session) }, uniquingKeysWith: { _, later in later })
  }
}
