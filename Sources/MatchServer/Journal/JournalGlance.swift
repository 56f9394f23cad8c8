// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDBSQLite
import Glibc

/// A first look at a journal that changes nothing about its files.
///
/// Opening a journal for use puts its write-ahead log into it and throws that away: where something is
/// missing, the files have to stay as they are until somebody has decided what to do.
enum JournalGlance: Hashable {
  /// There is no file.
  case missing
  /// How far it has come.
  case mark(JournalMark)
  /// It is of an earlier version, which did not count its commits.
  case unmarked
  /// There is a file that cannot be read.
  case unreadable

  /// Looks at the file at `path`, which no other program has open.
  init(at path: String) {
    guard access(path, F_OK) == 0 || errno != ENOENT else {
      self = .missing
      return
    }
    let hadLog = access(path + "-wal", F_OK) == 0
    self = Self.look(at: path) ?? .unreadable
    // SQLite makes one where it is missing.
    if !hadLog { unlink(path + "-wal") }
  }

  private static func look(at path: String) -> Self? {
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    // Only to read, without locks and without an index of the log in a file: the folder's lock says
    // that nobody else is there.
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
    // On closing SQLite would delete a log in which it finds nothing of use.
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

  /// The first row of what is asked for; nil where there is none.
  private static func integers(_ connection: OpaquePointer?, _ question: String) -> [Int64]? {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(connection, question, -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW
    else { return nil }
    return (0..<sqlite3_column_count(statement)).map { sqlite3_column_int64(statement, $0) }
  }
}
