// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials
import GRDB
import Game
import Lobby

/// Sealed records as rows, one for each deal.
struct SealedRows {
  /// The connection.
  let db: Database

  /// A room's seals, in order.
  func seals(of room: String) throws -> [StoredRoom.Sealed] {
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
