// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import Glibc

extension JournalStore {
  /// Whether the file ends within a page; SQLite would read the rest as zeros.
  func isCutOff(in db: Database) throws -> Bool {
    let page = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    var information = stat()
    return page > 0 && stat(path, &information) == 0 && Int64(information.st_size) % page != 0
  }

  /// Whether the file ends within a page.
  ///
  /// - Throws: `JournalError` if it cannot be read.
  package func isCutOff() throws(JournalError) -> Bool {
    do {
      return try read { try isCutOff(in: $0) }
    } catch {
      throw Self.sentence(error, path: path)
    }
  }

  /// Pages per step: few enough for a step to take less time than a commit.
  static let pagesPerStep: Int32 = 64

  /// The journal's size in pages and bytes.
  package func size() throws(BackupError) -> (pages: Int, bytes: Int64) {
    do {
      return try read { db in
        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        let size = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        return (pages, Int64(pages) * size)
      }
    } catch {
      throw BackupError(.unavailable, sentence(error))
    }
  }

  /// Begins a copy of the journal; closing the journal ends it.
  func beginCopy(to path: String) throws(BackupError) -> SQLiteCopy {
    do {
      let copy = try read { db in try SQLiteCopy(of: db, to: path) }
      beforeClosing = { copy.end() }
      return copy
    } catch let error as BackupError {
      throw error
    } catch {
      throw BackupError(.unavailable, sentence(error))
    }
  }

  /// The sentence for a read error.
  private func sentence(_ error: any Error) -> String {
    let problem = Self.sentence(error, path: path)
    return isBackup ? problem.sentence(ofBackup: path) : problem.description
  }

  /// Copies the journal in one go, for commands without a server.
  ///
  /// - Parameter file: the target.
  /// - Returns: the number of pages.
  /// - Throws: `BackupError` if it cannot be copied.
  package func copy(to file: BackupFile) throws(BackupError) -> Int {
    let copy = try beginCopy(to: file.partialPath)
    defer {
      copy.end()
      beforeClosing = {}
    }
    while true {
      let state = try copy.step(pages: 4096)
      if state.isWhole { return state.pages }
    }
  }

  private static let countRecent = """
    SELECT count(*) FROM recent JOIN room ON id = room AND last_seq < seq
    """

  /// Number of rooms and entries in a complete copy.
  ///
  /// - Throws: `BackupError` if it is unreadable, and so no backup.
  static func contents(of path: String) throws(BackupError) -> (rooms: Int, entries: Int) {
    do {
      var configuration = Configuration()
      configuration.readonly = true
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      return try queue.read { db in
        let rooms = try Int.fetchOne(db, sql: "SELECT count(*) FROM room") ?? 0
        var entries = try Int.fetchOne(db, sql: "SELECT count(*) FROM entry") ?? 0
        // Earlier versions had all of them in one table.
        if try db.tableExists("recent") {
          entries += try Int.fetchOne(db, sql: countRecent) ?? 0
        }
        return (rooms, entries)
      }
    } catch {
      throw BackupError(
        .unwritable, "The backup cannot be read back (\(sentence(error, path: path))).")
    }
  }
}
