// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc
import JournalSQLite
import Protocol

/// `facedown-server restore`: makes a backup the journal of the next server.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore a backup, for the next server to resume from.",
    discussion: """
      The backup is copied, migrated and checked as facedown-server check does; if there is a \
      problem, nothing changes. Matches that were running resume from where the backup has them. \
      Stop the server first, and run this as the server's user or as root; what root restores is \
      given to the folder's owner.
      """)

  @Argument(help: ArgumentHelp("The backup, which is not changed.", valueName: "file"))
  var file: String

  @Option(
    help: ArgumentHelp("The data folder, as for serving.", valueName: "folder"))
  var data: String?

  @Flag(help: "Replace an existing journal, which is kept under another name.")
  var replace = false

  func validate() throws {
    guard !file.isEmpty else { throw ValidationError("Name the backup.") }
    guard data != "" else { throw ValidationError("--data needs the path of a folder.") }
  }

  func run() throws { try restore(into: try DataPath.resolved(data)) { print($0) } }

  /// Restores into a folder and reports line by line.
  ///
  /// - Throws: `BackupError` or `CommandProblem`; then the folder is unchanged, and removed if it
  ///   was created.
  func restore(into folder: String, say: (String) -> Void) throws {
    let source = try NamedBackup.open(file, acceptsOlder: true)
    defer { source.close() }
    // A copy would hide the truncation.
    guard try !isCutOff(source) else {
      throw CommandProblem(
        "\(shown) is truncated: make another backup.")
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
      throw CommandProblem(
        "\(directory.path) already has a journal: use --replace to keep it under another name, or "
          + "choose another --data.")
    }
    let copy = try BackupFile(
      BackupCommand.absolute(directory.journalPath) + ".restored", replaces: true,
      bytes: try source.size().bytes)
    // SQLite's side files are useless without it.
    defer {
      copy.discard()
      for end in ["-wal", "-shm"] { unlink(copy.partialPath + end) }
    }
    _ = try source.copy(to: copy)
    let counts = try check(copy.partialPath)
    try copy.standAlone()
    copy.give(toOwnerOf: directory.path)
    try copy.keep()
    say(counts)
    let kept = directory.journalPath + ".before-restore-" + JournalStore.timestamp
    do throws(BackupError) {
      try JournalReplacement.replace(directory.journalPath, by: copy.path, keeping: kept)
    } catch {
      unlink(copy.path)
      throw error
    }
    directory.forgetBeat()
    if isThere { say("\(kept) holds the former journal.") }
    say("The backup is restored into \(directory.path): start the server.")
  }

  private func isCutOff(_ source: JournalStore) throws(CommandProblem) -> Bool {
    do throws(JournalError) {
      return try source.isCutOff()
    } catch {
      throw CommandProblem(error.sentence(ofBackup: file))
    }
  }

  /// Migrates a copy and checks it.
  ///
  /// - Returns: the counts as a sentence.
  /// - Throws: `CommandProblem` with the first problem.
  private func check(_ path: String) throws(CommandProblem) -> String {
    let store: JournalStore
    do throws(JournalError) {
      store = try JournalStore(path: path)
    } catch {
      guard case .unusable(_, let reason) = error else {
        throw CommandProblem(error.sentence(ofBackup: file))
      }
      throw CommandProblem(
        "\(shown) is not restored, because its copy in the data folder cannot be used (\(reason)): "
          + "check that folder's disk and permissions, or choose another --data.")
    }
    defer { store.close() }
    var first: JournalCheck.Problem?
    let counts = JournalCheck(of: store) { first = first ?? $0 }.counts
    guard let first else { return counts.sentence }
    let found =
      counts.problems == 1
      ? "it has a problem" : "it has \(counts.problems) problems, the first"
    throw CommandProblem(
      "\(shown) is not restored, because \(found): \(first.line) Run facedown-server check "
        + "\(shown) for the details, and make another backup.")
  }

  private var shown: String { file.printable(limit: 300) }
}
