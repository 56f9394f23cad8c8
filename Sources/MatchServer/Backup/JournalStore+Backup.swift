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

  /// Pages per step: few enough for a step to take less time than a commit.
  static let pagesPerStep: Int32 = 64

  /// The journal's size in pages and bytes.
  func size() throws(AdminRefusal) -> (pages: Int, bytes: Int64) {
    do {
      return try read { db in
        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        let size = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        return (pages, Int64(pages) * size)
      }
    } catch {
      throw AdminRefusal(.unavailable, sentence(error))
    }
  }

  /// Begins a copy of the journal; closing the journal ends it.
  func beginCopy(to path: String) throws(AdminRefusal) -> SQLiteCopy {
    do {
      let copy = try read { db in try SQLiteCopy(of: db, to: path) }
      beforeClosing = { copy.end() }
      return copy
    } catch let refusal as AdminRefusal {
      throw refusal
    } catch {
      throw AdminRefusal(.unavailable, sentence(error))
    }
  }

  /// The sentence for a read error.
  private func sentence(_ error: any Error) -> String {
    let problem = Self.sentence(error, path: path)
    return isBackup ? problem.sentence(ofBackup: path) : problem.description
  }

  /// Copies the journal in one go, for commands without a server.
  ///
  /// - Parameters:
  ///   - file: the target.
  ///   - progress: called between steps.
  /// - Returns: the number of pages.
  /// - Throws: `AdminRefusal` if it cannot be copied.
  func copy(to file: BackupFile, progress: (SQLiteCopy.Progress) -> Void) throws(AdminRefusal)
    -> Int
  {
    let copy = try beginCopy(to: file.partialPath)
    defer {
      copy.end()
      beforeClosing = {}
    }
    while true {
      let state = try copy.step(pages: 4096)
      if state.isWhole { return state.pages }
      progress(state)
    }
  }

  /// Number of rooms and entries in a complete copy.
  ///
  /// - Throws: `AdminRefusal` if it is unreadable, and so no backup.
  static func contents(of path: String) throws(AdminRefusal) -> (rooms: Int, entries: Int) {
    do {
      var configuration = Configuration()
      configuration.readonly = true
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      return try queue.read { db in
        (
          try Int.fetchOne(db, sql: "SELECT count(*) FROM room") ?? 0,
          try Int.fetchOne(db, sql: "SELECT count(*) FROM entry") ?? 0
        )
      }
    } catch {
      throw AdminRefusal(
        .unwritable, "The backup cannot be read back (\(sentence(error, path: path))).")
    }
  }
}
