// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import Game
import Journal

// Bans as rows, one for each target.

extension JournalStore {
  /// Writes a ban change within the open transaction.
  func write(_ change: BanChange, to db: Database) throws {
    switch change {
    case .set(let ban):
      try db.execute(
        sql: ChecksummedTable.ban.insert.replacing("INSERT INTO", with: "INSERT OR REPLACE INTO"),
        arguments: [
          ban.target.description, ban.since.microseconds, ban.until?.microseconds, ban.reason,
        ])
    case .lift(let target):
      try db.execute(sql: "DELETE FROM ban WHERE target = ?", arguments: [target.description])
    }
  }

  /// Whether a ban change is stored.
  func isThere(_ change: BanChange, in db: Database) throws -> Bool {
    switch change {
    case .set(let ban): try bans(in: db).contains(ban)
    case .lift(let target): try !bans(in: db).contains { $0.target == target }
    }
  }

  /// All bans, expired ones included; skips unknown kinds and rows that do not match their
  /// checksums.
  func bans(in db: Database) throws -> [Ban] {
    var bans: [Ban] = []
    let rows = try Row.fetchCursor(
      db, sql: "SELECT * FROM ban WHERE \(ChecksummedTable.ban.isSound) ORDER BY target")
    while let row = try rows.next() {
      guard let target = BanTarget(try row.decode(String.self, forColumn: "target")) else {
        continue
      }
      let until: Int64? = try row.decode(forColumn: "until")
      bans.append(
        Ban(
          target: target,
          since: ServerTime(microseconds: try row.decode(Int64.self, forColumn: "since")),
          until: until.map { ServerTime(microseconds: $0) },
          reason: try row.decode(forColumn: "reason")))
    }
    return bans
  }

  /// Deletes expired bans.
  func pruneBans(now: ServerTime, in db: Database) throws {
    try db.execute(sql: "DELETE FROM ban WHERE until <= ?", arguments: [now.microseconds])
  }
}
