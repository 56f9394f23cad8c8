// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Files
import GRDB
import Glibc

/// Creates a journal under a temporary name; it is complete and synced before it gets its own.
///
/// So an empty file of that name is never a journal just created.
enum JournalCreation {
  /// Creates an empty journal of this schema version if there is no file.
  ///
  /// - Throws: `JournalError`; then there is still no file.
  static func create(at path: String) throws(JournalError) {
    let draft = path + ".new"
    // Left by an attempt that was interrupted; the folder is the server's own.
    remove(draft)
    do {
      try setAsideLog(of: path)
      try JournalStore.makePrivate(draft, as: path)
      // Rollback journal mode: once closed, the database is a single file.
      let queue = try DatabaseQueue(path: draft, configuration: JournalStore.configuration())
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA application_id = \(JournalSchema.applicationID)")
      }
      try JournalSchema.migrator.migrate(queue)
      try queue.close()
      try give(draft, itsName: path)
    } catch let error as JournalError {
      remove(draft)
      throw error
    } catch {
      remove(draft)
      throw JournalStore.sentence(error, path: path)
    }
  }

  /// Moves an orphaned write-ahead log away: SQLite would apply its pages to the new file.
  private static func setAsideLog(of path: String) throws(JournalError) {
    let log = path + "-wal"
    guard access(log, F_OK) == 0 else { return }
    guard rename(log, log + ".left-" + JournalStore.timestamp) == 0 else {
      throw .unusable(path: path, reason: String(cString: strerror(errno)))
    }
  }

  private static func give(_ draft: String, itsName path: String) throws(JournalError) {
    do throws(FileFailure) {
      try AtomicFile.publish(draft, as: path, replaces: true)
    } catch {
      throw .unusable(path: path, reason: error.reason)
    }
  }

  private static func remove(_ draft: String) {
    for end in ["", "-journal"] { unlink(draft + end) }
  }
}
