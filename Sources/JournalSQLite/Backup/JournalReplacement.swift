// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import Glibc

/// Puts a restored file in the place of a journal.
package enum JournalReplacement {
  /// Replaces a journal, which is kept under another name.
  ///
  /// Where hard links work, one of the two is in place at every moment, even if the machine stops.
  ///
  /// - Throws: `BackupError`; then the journal is where it was.
  package static func replace(
    _ journal: String, by file: String, keeping kept: String
  ) throws(BackupError) {
    if access(journal, F_OK) == 0 { settle(journal) }
    var undo: [() -> Void] = []
    do throws(BackupError) {
      // The old write-ahead log would be applied to the new journal.
      if access(journal + "-wal", F_OK) == 0 {
        try require(rename(journal + "-wal", kept + "-wal"), journal)
        undo.append { rename(kept + "-wal", journal + "-wal") }
      }
      if access(journal, F_OK) == 0 {
        if link(journal, kept) != 0 {
          // Not every file system has hard links.
          try require(rename(journal, kept), journal)
        }
        // After link the rename does nothing; after rename the unlink does nothing.
        undo.append {
          rename(kept, journal)
          unlink(kept)
        }
      }
      try require(rename(file, journal), journal)
    } catch {
      for step in undo.reversed() { step() }
      throw error
    }
  }

  private static func require(_ result: Int32, _ journal: String) throws(BackupError) {
    guard result != 0 else { return }
    throw BackupError(
      .unwritable,
      "The backup cannot replace \(journal) (\(String(cString: strerror(errno)))): check the "
        + "folder's permissions. Nothing was changed.")
  }

  /// Checkpoints a journal's write-ahead log.
  ///
  /// As a single file it can be renamed atomically. If it is too damaged for a checkpoint, it is
  /// kept as it is.
  private static func settle(_ path: String) {
    guard let queue = try? DatabaseQueue(path: path) else { return }
    _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try? queue.close()
  }
}
