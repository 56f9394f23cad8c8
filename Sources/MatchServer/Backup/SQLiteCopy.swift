// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import GRDBSQLite

/// A SQLite file being copied to another, some pages at a time (SQLite's online backup).
///
/// What is written meanwhile over the same connection is carried over, so the copy is of the moment
/// at which it becomes whole. To be used where the connection is, and ended before that closes.
///
/// The copy is neither synced nor guarded against a crash: until it is whole it is of no use, and
/// whoever makes it syncs it then.
final class SQLiteCopy {
  /// How far it has come.
  struct Progress: Hashable, Sendable {
    /// Pages there are.
    var pages = 0
    /// Pages that are still to be copied.
    var remaining = 0
    /// Whether the copy is whole.
    var isWhole = false
  }

  private var target: OpaquePointer?
  private var backup: OpaquePointer?

  /// Begins to copy `source` to the file at `path`, which is empty.
  ///
  /// - Throws: `AdminRefusal` if that cannot be.
  init(of source: Database, to path: String) throws(AdminRefusal) {
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

  /// Copies so many pages more.
  ///
  /// - Throws: `AdminRefusal` if that cannot be; then nothing will come of the copy.
  func step(pages: Int32) throws(AdminRefusal) -> Progress {
    guard let backup else {
      throw AdminRefusal(
        .unavailable, "The journal was reopened during the backup: back it up again.")
    }
    let code = sqlite3_backup_step(backup, pages)
    let progress = Progress(
      pages: Int(sqlite3_backup_pagecount(backup)),
      remaining: Int(sqlite3_backup_remaining(backup)),
      isWhole: code == SQLITE_DONE)
    switch code {
    case SQLITE_OK: return progress
    case SQLITE_DONE:
      guard sqlite3_backup_finish(backup) == SQLITE_OK else {
        self.backup = nil
        throw problem(sqlite3_errcode(target))
      }
      self.backup = nil
      // What SQLite still had in its cache is written here.
      guard sqlite3_close(target) == SQLITE_OK else { throw problem(SQLITE_BUSY) }
      target = nil
      return progress
    default:
      throw problem(code)
    }
  }

  /// Copies no more, and lets both files go; harmless when that was done.
  func end() {
    if backup != nil { sqlite3_backup_finish(backup) }
    backup = nil
    if target != nil { sqlite3_close(target) }
    target = nil
  }

  private func problem(_ code: Int32) -> AdminRefusal {
    let words = String(cString: sqlite3_errstr(code))
    let remedy =
      switch code & 0xff {
      case SQLITE_FULL: "make room on its disk"
      case SQLITE_CORRUPT, SQLITE_NOTADB: "run facedown-server check on the journal"
      default: "check its folder and its disk"
      }
    return AdminRefusal(
      .unwritable, "The backup could not be written (\(words)): \(remedy), and try again.")
  }
}
