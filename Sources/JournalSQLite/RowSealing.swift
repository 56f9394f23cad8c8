// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials
package import GRDB
import Game
import Lobby

/// Adds checksums to rows written without: by an earlier version, or by a test.
package enum RowSealing {
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
    for seal in try SealedRows(db: db).seals(of: room) { seals[seal.afterSeq] = seal }
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
}
