// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDBSQLite
import Glibc

/// Reads a journal's mark without changing any of its files.
///
/// Opening it normally would checkpoint and delete its write-ahead log; if something is missing,
/// the files must stay as they are until an operator decides.
enum JournalGlance: Hashable {
  /// There is no file.
  case missing
  /// The journal's mark.
  case mark(JournalMark)
  /// An earlier version, which did not count commits.
  case unmarked
  /// The file cannot be read.
  case unreadable

  /// Looks at the file at `path`, which no other program has open.
  init(at path: String) {
    guard access(path, F_OK) == 0 || errno != ENOENT else {
      self = .missing
      return
    }
    let hadLog = access(path + "-wal", F_OK) == 0
    self = Self.look(at: path) ?? .unreadable
    // SQLite creates one if it is missing.
    if !hadLog { unlink(path + "-wal") }
  }

  private static func look(at path: String) -> Self? {
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    // Read-only, without locks and without a shared-memory index: the folder's lock excludes
    // others.
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
    // Otherwise SQLite deletes a log it finds useless on closing.
    var keepsLog: CInt = 1
    guard sqlite3_open_v2(path, &connection, flags, "unix-none") == SQLITE_OK,
      sqlite3_file_control(connection, "main", SQLITE_FCNTL_PERSIST_WAL, &keepsLog) == SQLITE_OK,
      sqlite3_exec(connection, "PRAGMA locking_mode = EXCLUSIVE", nil, nil, nil) == SQLITE_OK,
      let tables = integers(
        connection, "SELECT count(*) FROM sqlite_master WHERE name = 'progress'")
    else { return nil }
    guard tables != [0] else { return .unmarked }
    guard let mark = integers(connection, "SELECT journal, commits FROM progress") else {
      return nil
    }
    return .mark(JournalMark(journal: mark[0], commits: mark[1]))
  }

  /// The first row of a query, or nil.
  private static func integers(_ connection: OpaquePointer?, _ question: String) -> [Int64]? {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(connection, question, -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW
    else { return nil }
    return (0..<sqlite3_column_count(statement)).map { sqlite3_column_int64(statement, $0) }
  }
}
