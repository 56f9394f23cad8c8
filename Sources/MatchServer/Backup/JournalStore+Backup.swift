// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import Glibc

extension JournalStore {
  /// Whether the file ends in the middle of a page; SQLite takes what is missing for zeros.
  func isCutOff(in db: Database) throws -> Bool {
    let page = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    var information = stat()
    return page > 0 && stat(path, &information) == 0 && Int64(information.st_size) % page != 0
  }

  /// Pages of a step of a copy: so many that a step is done well within a commit's time.
  static let pagesPerStep: Int32 = 64

  /// How long the journal is, in pages and bytes.
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

  /// Begins to copy the journal to a file; the copy ends by itself should the journal be closed.
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

  /// What is to be said of an error while it was read.
  private func sentence(_ error: any Error) -> String {
    let problem = Self.sentence(error, path: path)
    return isBackup ? problem.sentence(ofBackup: path) : problem.description
  }

  /// Copies the journal to a file at once, for whoever has nothing else to do.
  ///
  /// - Parameters:
  ///   - file: where to.
  ///   - progress: is told now and then how far it has come.
  /// - Returns: how many pages there were.
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

  /// How many rooms and entries a whole copy has.
  ///
  /// - Throws: `AdminRefusal` if it cannot be read, and so is none.
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
