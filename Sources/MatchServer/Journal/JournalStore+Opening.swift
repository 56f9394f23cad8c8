// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import Glibc
import Protocol

extension JournalStore {
  /// Opens the journal of a server's folder, or begins one.
  ///
  /// - Parameters:
  ///   - directory: the folder.
  ///   - acceptsLoss: whether to go on with a journal that lacks what the heartbeat knows of; what it
  ///     lacks is `loss` then. The write-ahead log is kept under another name.
  /// - Throws: `JournalError` if that cannot be; `.incomplete` leaves all files as they are.
  package convenience init(
    in directory: DataDirectory, acceptsLoss: Bool = false
  ) throws(JournalError) {
    let path = directory.journalPath
    let loss = Self.loss(in: directory)
    if let loss {
      guard acceptsLoss else {
        throw .incomplete(path: path, loss, asOf: directory.lastBeat)
      }
      // Best effort: what SQLite cannot read of it may be of use to somebody.
      _ = link(path + "-wal", path + "-wal.before-loss-" + ServerClock().now.utcText)
    }
    try self.init(path: path)
    self.loss = loss
  }

  /// What the journal of a folder lacks; nil where nothing is known to be missing.
  static func loss(in directory: DataDirectory) -> JournalLoss? {
    JournalLoss(
      known: directory.lastMark, lastBeat: directory.lastBeat,
      found: JournalGlance(at: directory.journalPath))
  }

  /// What is wrong with how the file is put together; nil where nothing is.
  ///
  /// SQLite looks at each page; that rows lie in the order of their keys it leaves out where the keys
  /// are the table.
  func inconsistency(in db: Database) throws -> String? {
    let lines = try String.fetchAll(db, sql: "PRAGMA quick_check(1)")
    let finding = lines.flatMap { $0.split(whereSeparator: \.isNewline) }
      .first { $0 != "ok" && !$0.hasPrefix("***") }
    if let finding { return String(finding).printable(limit: 200) }
    for table in ChecksummedTable.all where table.isInOrderOfKeys {
      let strays = try Int.fetchOne(db, sql: table.strays) ?? 0
      if strays > 0 { return "rows of \(table.name) are out of order" }
    }
    return nil
  }
}
