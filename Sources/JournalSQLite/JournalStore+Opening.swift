// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import Game
import Glibc
import Protocol

extension JournalStore {
  /// Opens the journal of a data folder, or creates one.
  ///
  /// - Parameters:
  ///   - directory: the folder.
  ///   - acceptsLoss: whether to open a journal that lacks commits the heartbeat knows of; `loss`
  ///     then says which, and the write-ahead log is kept under another name.
  /// - Throws: `JournalError`; `.incomplete` leaves all files unchanged.
  package convenience init(
    in directory: DataDirectory, acceptsLoss: Bool = false
  ) throws(JournalError) {
    let path = directory.journalPath
    let loss = Self.loss(in: directory)
    if let loss {
      guard acceptsLoss else {
        throw .incomplete(path: path, loss, asOf: directory.lastBeat)
      }
      // Best effort: what SQLite cannot read may still help somebody.
      _ = link(path + "-wal", path + "-wal.before-loss-" + Self.timestamp)
    }
    try self.init(path: path)
    self.loss = loss
  }

  /// The loss of a folder's journal; nil if none is known.
  package static func loss(in directory: DataDirectory) -> JournalLoss? {
    JournalLoss(
      known: directory.lastMark, lastBeat: directory.lastBeat,
      found: JournalGlance(at: directory.journalPath))
  }

  /// The time now in UTC, for the name of a file that is set aside.
  package static var timestamp: String {
    ServerTime(microseconds: Int64(time(nil)) * 1_000_000).utcText
  }

  /// An inconsistency in the file's structure, or nil.
  ///
  /// SQLite checks each page, but not the key order of tables that are stored by key. An entry that
  /// no room's row knows of could be missing from any room.
  func inconsistency(in db: Database) throws -> String? {
    let lines = try String.fetchAll(db, sql: "PRAGMA quick_check(1)")
    let finding = lines.flatMap { $0.split(whereSeparator: \.isNewline) }
      .first { $0 != "ok" && !$0.hasPrefix("***") }
    if let finding { return String(finding).printable(limit: 200) }
    for table in ChecksummedTable.all where table.isInOrderOfKeys {
      let strays = try Int.fetchOne(db, sql: table.strays) ?? 0
      if strays > 0 { return "rows of \(table.name) are out of order" }
    }
    if try isTailCut(in: db) { return "some of the newest entries are missing" }
    return nil
  }
}
