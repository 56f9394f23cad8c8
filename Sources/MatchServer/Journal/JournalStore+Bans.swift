// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import Game

// Bans as rows, one for each target.

extension JournalStore {
  /// Writes a change of the bans within the transaction that is open.
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

  /// Whether a change is in the file.
  func isThere(_ change: BanChange, in db: Database) throws -> Bool {
    switch change {
    case .set(let ban): try bans(in: db).contains(ban)
    case .lift(let target): try !bans(in: db).contains { $0.target == target }
    }
  }

  /// Every ban, those that have passed too; one of a kind that this program does not know is passed
  /// over, and one that is not as it was written.
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

  /// Throws bans away that have passed.
  func pruneBans(now: ServerTime, in db: Database) throws {
    try db.execute(sql: "DELETE FROM ban WHERE until <= ?", arguments: [now.microseconds])
  }
}
