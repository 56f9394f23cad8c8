// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import GRDBSQLite

/// A SQLite file being copied some pages at a time (SQLite's online backup).
///
/// Writes over the same connection are carried over, so the copy is a snapshot of the moment it
/// completes. Use on the connection's queue; end it before the connection closes.
///
/// The copy is neither synced nor crash-safe: an incomplete one is useless, and the caller syncs a
/// complete one.
final class SQLiteCopy {
  /// Progress of a copy.
  struct Progress: Hashable, Sendable {
    /// Total pages.
    var pages = 0
    /// Pages left.
    var remaining = 0
    /// Whether the copy is complete.
    var isWhole = false
  }

  private var target: OpaquePointer?
  private var backup: OpaquePointer?

  /// Begins copying `source` to the empty file at `path`.
  ///
  /// - Throws: `BackupError` if it cannot begin.
  init(of source: Database, to path: String) throws(BackupError) {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    var isReady = sqlite3_open_v2(path, &target, flags, nil) == SQLITE_OK
    for setting in [
      "locking_mode = EXCLUSIVE", "journal_mode = OFF", "synchronous = OFF", "cache_size = -512",
    ] where isReady {
      isReady = sqlite3_exec(target, "PRAGMA \(setting)", nil, nil, nil) == SQLITE_OK
    }
    if isReady { backup = sqlite3_backup_init(target, "main", source.sqliteConnection, "main") }
    guard backup == nil else { return }
    let problem = problem(sqlite3_errcode(target))
    end()
    throw problem
  }

  deinit { end() }

  /// Copies up to `pages` pages.
  ///
  /// - Throws: `BackupError`; then the copy has failed.
  func step(pages: Int32) throws(BackupError) -> Progress {
    guard let backup else {
      throw BackupError(
        .unavailable, "The journal was reopened during the backup: back it up again.")
    }
    precondition(pages > 0, "A step copies a page at least.")
    let code = sqlite3_backup_step(backup, pages)
    let progress = Progress(
      pages: Int(sqlite3_backup_pagecount(backup)),
      remaining: Int(sqlite3_backup_remaining(backup)),
      isWhole: code == SQLITE_DONE)
    assert(progress.remaining <= progress.pages, "The remaining pages never exceed the total.")
    switch code {
    case SQLITE_OK: return progress
    case SQLITE_DONE:
      guard sqlite3_backup_finish(backup) == SQLITE_OK else {
        self.backup = nil
        throw problem(sqlite3_errcode(target))
      }
      self.backup = nil
      // Closing flushes SQLite's cache.
      guard sqlite3_close(target) == SQLITE_OK else { throw problem(SQLITE_BUSY) }
      target = nil
      return progress
    default:
      throw problem(code)
    }
  }

  /// Ends the copy and releases both files; idempotent.
  func end() {
    if backup != nil { sqlite3_backup_finish(backup) }
    backup = nil
    if target != nil { sqlite3_close(target) }
    target = nil
  }

  private func problem(_ code: Int32) -> BackupError {
    let words = String(cString: sqlite3_errstr(code))
    let remedy =
      switch code & 0xff {
      case SQLITE_FULL: "make room on its disk"
      case SQLITE_CORRUPT, SQLITE_NOTADB: "run facedown-server check on the journal"
      default: "check its folder and its disk"
      }
    return BackupError(
      .unwritable, "The backup could not be written (\(words)): \(remedy), and try again.")
  }
}
