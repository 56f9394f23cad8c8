// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials
package import GRDB
import Game
import Lobby

// Adds checksums to rows written without: by an earlier version, or by a test.

extension JournalStore {
  /// Sets the checksum of every row to its present contents, damaged or not.
  package static func seal(_ db: Database) throws { try seal(db, ChecksummedTable.all) }

  /// The same for those tables, besides entries.
  static func seal(_ db: Database, _ tables: [ChecksummedTable]) throws {
    let rooms = try String.fetchAll(db, sql: "SELECT id FROM room ORDER BY id")
    for room in rooms { try sealEntries(of: room, in: db) }
    for table in tables { try db.execute(sql: table.seal) }
  }

  private static func sealEntries(of room: String, in db: Database) throws {
    var seals: [UInt64: StoredRoom.Sealed] = [:]
    for seal in try sealed(in: room, db) { seals[seal.afterSeq] = seal }
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT seq, bytes FROM entry WHERE room = ? ORDER BY seq"),
      arguments: [room])
    var chain = EntryChain(of: RoomID(room))
    let update = try db.cachedStatement(
      sql: "UPDATE entry SET checksum = ? WHERE room = ? AND seq = ?")
    for row in rows {
      let number: Int64 = try row.decode(forColumn: "seq")
      let bytes: Data = try row.decode(forColumn: "bytes")
      let seq = UInt64(clamping: number)
      let checksum = chain.extend(by: seq, bytes, seal: seq > 0 ? seals[seq - 1]?.record : nil)
      try update.execute(arguments: [checksum, room, number])
    }
    try db.cachedStatement(sql: "UPDATE room SET chain = ? WHERE id = ?")
      .execute(arguments: [chain.last, room])
  }

  /// A room's seals, in order.
  static func sealed(in room: String, _ db: Database) throws -> [StoredRoom.Sealed] {
    var seals: [StoredRoom.Sealed] = []
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT * FROM sealed WHERE room = ? ORDER BY after_seq"),
      arguments: [room])
    while let row = try rows.next() {
      let seed: Data = try row.decode(forColumn: "seed")
      seals.append(
        StoredRoom.Sealed(
          afterSeq: UInt64(clamping: try row.decode(Int64.self, forColumn: "after_seq")),
          record: SealedRecord(
            matchID: try row.decode(forColumn: "match_id"), seed: Array(seed))))
    }
    return seals
  }
}
