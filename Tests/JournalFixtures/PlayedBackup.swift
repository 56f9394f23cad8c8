// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
package import GRDB
package import Game
import Glibc
package import JournalSQLite
package import MatchFixtures
import Wire

/// A backup of a journal with one finished match.
package final class PlayedBackup {
  package let folder: TemporaryFolder
  package var path: String { folder.path + "/backup.sqlite" }
  package let log: [Entry]

  /// The match is played once for all tests.
  private static let played = Result { try play() }

  package init() throws {
    let (bytes, log) = try Self.played.get()
    folder = try TemporaryFolder()
    self.log = log
    try folder.write(bytes, to: "backup.sqlite")
    chmod(path, 0o600)
  }

  private static func play() throws -> ([UInt8], [Entry]) {
    let folder = try TemporaryFolder()
    let (journal, log) = try playMatch(MatchSettings(pairs: 3, seats: 2), in: folder)
    try journal.store.settle()
    let file = try BackupFile(folder.path + "/backup.sqlite", replaces: false, bytes: 0)
    let pages = try journal.store.copy(to: file)
    _ = try file.finish(pages: pages, since: .now)
    journal.store.close()
    return (try folder.bytes("backup.sqlite"), log)
  }

  /// Changes rows behind everybody's back.
  package func change(_ sql: String, _ arguments: StatementArguments = []) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql, arguments: arguments) }
    try queue.close()
  }

  /// Replaces an entry, and recomputes the checksums as a forger could.
  package func change(_ seq: UInt64, _ body: (inout Entry) -> Void) throws {
    guard var entry = log.first(where: { $0.seq == seq }) else { return }
    body(&entry)
    try change(
      "UPDATE entry SET bytes = ? WHERE seq = ?",
      [Data(WireEncoding.proto.encode(entry)), Int64(seq)])
    let queue = try DatabaseQueue(path: path, configuration: JournalStore.configuration())
    try queue.write { try RowSealing.seal($0) }
    try queue.close()
  }

  /// Reverts its schema to that before bans, checksums, recent entries and the key of codes.
  package func age() throws {
    let queue = try DatabaseQueue(path: path)
    let tables = try queue.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
          WHERE m.type = 'table' AND c.name = 'checksum'
          """)
    }
    try queue.close()
    for table in tables { try change("ALTER TABLE \(table) DROP COLUMN checksum") }
    try change("ALTER TABLE room DROP COLUMN chain")
    try change("DROP TABLE progress")
    try change("DROP TABLE recent")
    try change("DROP INDEX room_by_code")
    try change("DROP TABLE ban")
    try change("DROP INDEX session_by_detachment")
    for column in ["revision", "detached_at"] {
      try change("ALTER TABLE session DROP COLUMN \(column)")
    }
    for (table, column) in [
      ("result", "theme"), ("result", "is_public"), ("result", "daily_day"),
      ("result", "daily_turns"), ("result", "daily_ms"), ("placing", "found"),
      ("placing", "chances"),
    ] {
      try change("ALTER TABLE \(table) DROP COLUMN \(column)")
    }
    for number in [5, 6, 8, 9, 10, 11, 12] {
      try change("DELETE FROM grdb_migrations WHERE identifier LIKE '\(number):%'")
    }
  }

  package func check() throws -> (counts: JournalCheck.Counts, problems: [JournalCheck.Problem]) {
    let store = try JournalStore(reading: path)
    defer { store.close() }
    var problems: [JournalCheck.Problem] = []
    let counts = JournalCheck(of: store) { problems.append($0) }.counts
    return (counts, problems)
  }
}
