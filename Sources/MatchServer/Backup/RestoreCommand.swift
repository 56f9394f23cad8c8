// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import GRDB
import Glibc
import Protocol

/// `facedown-server restore`: a backup as the journal that the next server goes on with.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put a backup in place, for the next server to go on with.",
    discussion: """
      The backup is copied, brought to this version's form and checked, as facedown-server check \
      does, before anything changes; with a problem in it nothing does. Matches that were under way \
      go on where the backup has them. To be run while the server does not, as the user it runs as or \
      as root; what root restores is given to the folder's owner.
      """)

  @Argument(help: ArgumentHelp("The backup; it is left as it is.", valueName: "file"))
  var file: String

  @Option(
    help: ArgumentHelp("The folder matches are kept in, as for serving.", valueName: "folder"))
  var data: String?

  @Flag(help: "Take the place of the journal that is there, which is kept under another name.")
  var replace = false

  func validate() throws {
    guard !file.isEmpty else { throw ValidationError("Name the backup.") }
    guard data != "" else { throw ValidationError("--data names no folder.") }
  }

  func run() throws { try restore(into: try DataPath.resolved(data)) { print($0) } }

  /// Restores into a folder, and tells of it line by line.
  ///
  /// - Throws: `AdminRefusal` or `AdminProblem` if it cannot; then the folder is as it was, and is
  ///   none if it was none.
  func restore(into folder: String, say: (String) -> Void) throws {
    let source = try NamedBackup.open(file, acceptsOlder: true)
    defer { source.close() }
    // The copy would have whole pages again.
    guard try !isCutOff(source) else {
      throw AdminProblem(
        "\(shown) ends in the middle of a page: it was cut off, so take another backup.")
    }
    let directory = try DataDirectory.unattended(folder, else: "choose another --data")
    defer { withExtendedLifetime(directory) {} }
    do {
      try put(source, in: directory, say)
    } catch {
      directory.takeBack()
      throw error
    }
  }

  private func put(
    _ source: JournalStore, in directory: DataDirectory, _ say: (String) -> Void
  ) throws {
    let isThere = access(directory.journalPath, F_OK) == 0
    guard !isThere || replace else {
      throw AdminProblem(
        "\(directory.path) has a journal already: say --replace to keep that one under another name, "
          + "or choose another --data.")
    }
    let copy = try BackupFile(
      BackupCommand.absolute(directory.journalPath) + ".restored", replaces: true,
      bytes: try source.size().bytes)
    // What SQLite has put beside it is of no use without it.
    defer {
      copy.discard()
      for end in ["-wal", "-shm"] { unlink(copy.partialPath + end) }
    }
    _ = try source.copy(to: copy) { _ in }
    let counts = try check(copy.partialPath)
    try copy.standAlone()
    copy.give(toOwnerOf: directory.path)
    try copy.keep()
    say(counts)
    let kept = directory.journalPath + ".before-restore-" + ServerClock().now.utcText
    if isThere { Self.settle(directory.journalPath) }
    do throws(AdminProblem) {
      try Self.replace(directory.journalPath, by: copy.path, keeping: kept)
    } catch {
      unlink(copy.path)
      throw error
    }
    directory.forgetBeat()
    if isThere { say("The journal that was there is \(kept) now.") }
    say("\(directory.path) has the backup's journal now: start the server.")
  }

  private func isCutOff(_ source: JournalStore) throws(AdminProblem) -> Bool {
    do {
      return try source.read { try source.isCutOff(in: $0) }
    } catch {
      throw AdminProblem(JournalStore.sentence(error, path: file).sentence(ofBackup: file))
    }
  }

  /// Brings a copy to this version's form and checks it.
  ///
  /// - Returns: what there is to say of it.
  /// - Throws: `AdminProblem` with what is wrong in it.
  private func check(_ path: String) throws(AdminProblem) -> String {
    let store: JournalStore
    do throws(JournalError) {
      store = try JournalStore(path: path)
    } catch {
      guard case .unusable(_, let reason) = error else {
        throw AdminProblem(error.sentence(ofBackup: file))
      }
      throw AdminProblem(
        "\(shown) is not restored, for its copy cannot be used where it would be (\(reason)): see to "
          + "that folder's disk and rights, or choose another --data.")
    }
    defer { store.close() }
    var first: JournalCheck.Problem?
    let counts = JournalCheck(of: store) { first = first ?? $0 }.counts
    guard let first else { return counts.sentence }
    let found =
      counts.problems == 1
      ? "there is a problem in it" : "there are \(counts.problems) problems in it, the first"
    throw AdminProblem(
      "\(shown) is not restored, for \(found): \(first.line) See all that is wrong by "
        + "facedown-server check \(shown), and take another backup.")
  }

  private var shown: String { file.printable(limit: 300) }

  /// Puts a file in place of a journal, which is kept under another name.
  ///
  /// Where a file may have two names there is one or the other at every moment, should the machine
  /// stop meanwhile.
  ///
  /// - Throws: `AdminProblem` if that cannot be; then the journal is where it was.
  private static func replace(
    _ journal: String, by file: String, keeping kept: String
  ) throws(AdminProblem) {
    var undo: [() -> Void] = []
    do throws(AdminProblem) {
      // A log of the old one's writes would be taken for the new one's.
      if access(journal + "-wal", F_OK) == 0 {
        try require(rename(journal + "-wal", kept + "-wal"), journal)
        undo.append { rename(kept + "-wal", journal + "-wal") }
      }
      if access(journal, F_OK) == 0 {
        if link(journal, kept) != 0 {
          // Not every file system gives a file two names.
          try require(rename(journal, kept), journal)
        }
        // The one does nothing after a connection, the other after a move.
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

  private static func require(_ result: Int32, _ journal: String) throws(AdminProblem) {
    guard result != 0 else { return }
    throw AdminProblem(
      "The backup cannot be put in place of \(journal) (\(String(cString: strerror(errno)))): see to "
        + "the folder's rights; what was there is as it was.")
  }

  /// Has SQLite put into a journal what it still has beside it.
  ///
  /// As one file it may be renamed whole, wherever this command is stopped. One that is too damaged for
  /// that is kept as it lies.
  private static func settle(_ path: String) {
    guard let queue = try? DatabaseQueue(path: path) else { return }
    _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try? queue.close()
  }
}
