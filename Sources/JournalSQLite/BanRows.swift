// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import Game
import Journal

/// Bans as rows, one for each target.
struct BanRows {
  /// The connection.
  let db: Database

  /// Writes a ban change within the open transaction.
  func write(_ change: BanChange) throws {
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
  func isThere(_ change: BanChange) throws -> Bool {
    switch change {
    case .set(let ban): try all().contains(ban)
    case .lift(let target): try !all().contains { $0.target == target }
    }
  }

  /// All bans, expired ones included; skips unknown kinds and rows that do not match their
  /// checksums.
  func all() throws -> [Ban] {
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
  func prune(now: ServerTime) throws {
    try db.execute(sql: "DELETE FROM ban WHERE until <= ?", arguments: [now.microseconds])
  }
}
