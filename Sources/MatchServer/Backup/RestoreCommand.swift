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
      go on where the backup has them. To be run as the user the server runs as, while it does not.
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
  /// - Throws: `JournalError`, `AdminRefusal` or `AdminProblem` if it cannot;
  ///   then the journal in it is as it was.
  func restore(into folder: String, say: (String) -> Void) throws {
    guard access(file, F_OK) == 0 else {
      throw AdminProblem("There is no file \(file.printable(limit: 300)).")
    }
    let source = try JournalStore(reading: file, acceptsOlder: true)
    defer { source.close() }
    // The copy would have whole pages again.
    guard try !source.read({ try source.isCutOff(in: $0) }) else {
      throw AdminProblem(
        "\(file.printable(limit: 300)) ends in the middle of a page: it was cut off, so take another "
          + "backup.")
    }
    let directory = try DataDirectory.unattended(folder, else: "choose another --data")
    defer { withExtendedLifetime(directory) {} }
    let isThere = access(directory.journalPath, F_OK) == 0
    guard !isThere || replace else {
      throw AdminProblem(
        "\(folder) has a journal already: say --replace to keep that one under another name, or "
          + "choose another --data.")
    }
    let copy = try BackupFile(
      BackupCommand.absolute(directory.journalPath) + ".restored", replaces: true,
      bytes: try source.size().bytes)
    _ = try source.copy(to: copy) { _ in }
    // What SQLite has put beside it is of no use without it.
    defer { for end in ["-wal", "-shm"] { unlink(copy.partialPath + end) } }
    say(try check(copy.partialPath))
    try copy.standAlone()
    try copy.keep()
    let kept = directory.journalPath + ".before-restore-" + ServerClock().now.utcText
    if isThere { Self.settle(directory.journalPath) }
    // A log of the old one's writes would be taken for the new one's.
    for end in ["-wal", ""] where access(directory.journalPath + end, F_OK) == 0 {
      guard rename(directory.journalPath + end, kept + end) == 0 else { throw Self.failure(folder) }
    }
    if isThere { say("The journal that was there is \(kept) now.") }
    guard rename(copy.path, directory.journalPath) == 0 else { throw Self.failure(folder) }
    directory.forgetBeat()
    say("\(folder) has the backup's journal now: start the server.")
  }

  /// Brings a copy to this version's form and checks it.
  ///
  /// - Returns: what there is to say of it.
  /// - Throws: `AdminProblem` with what is wrong in it.
  private func check(_ path: String) throws -> String {
    let store = try JournalStore(path: path)
    defer { store.close() }
    var first: JournalCheck.Problem?
    let counts = JournalCheck(of: store) { first = first ?? $0 }.counts
    guard let first else { return counts.sentence }
    throw AdminProblem(
      "\(file.printable(limit: 300)) is not restored, for there is something wrong with it ("
        + "\(counts.problems.counted("problem")), the first: \(first.line) facedown-server check "
        + "tells of all): take another backup.")
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

  private static func failure(_ folder: String) -> AdminProblem {
    AdminProblem(
      "The journal in \(folder) cannot be put in place (\(String(cString: strerror(errno)))): see to "
        + "the folder's rights; the backup lies there as journal.sqlite.restored.")
  }
}
