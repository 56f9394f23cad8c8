// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import Glibc

/// A journal's beginning: a file is complete, and on the disk, before it has the journal's name.
///
/// So a file of that name which has nothing in it is never one that was just begun.
enum JournalCreation {
  /// Makes an empty journal in this version's form where there is no file.
  ///
  /// - Throws: `JournalError` if that cannot be; then there is still no file.
  static func create(at path: String) throws(JournalError) {
    let draft = path + ".new"
    // What is left of an attempt that was cut off: the folder is its server's own.
    remove(draft)
    do {
      try setAsideLog(of: path)
      try JournalStore.makePrivate(draft, as: path)
      // In the rollback mode, in which one file is all there is once it is closed.
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

  /// Moves the write-ahead log of a journal that is gone out of the way: SQLite would put its pages
  /// into the new one.
  private static func setAsideLog(of path: String) throws(JournalError) {
    let log = path + "-wal"
    guard access(log, F_OK) == 0 else { return }
    guard rename(log, log + ".left-" + ServerClock().now.utcText) == 0 else {
      throw .unusable(path: path, reason: String(cString: strerror(errno)))
    }
  }

  private static func give(_ draft: String, itsName path: String) throws(JournalError) {
    guard rename(draft, path) == 0 else {
      throw .unusable(path: path, reason: String(cString: strerror(errno)))
    }
    let folder = path.split(separator: "/").dropLast().reduce(path.hasPrefix("/") ? "/" : "./") {
      $0 + $1 + "/"
    }
    let place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { return }
    fsync(place)
    close(place)
  }

  private static func remove(_ draft: String) {
    for end in ["", "-journal"] { unlink(draft + end) }
  }
}
