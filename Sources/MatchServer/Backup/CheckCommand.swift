// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc
import JournalSQLite
import Protocol

/// `facedown-server check`: verifies a journal or a backup.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check that all stored matches are complete, fair and by the rules.",
    discussion: """
      It checks the SQLite file and the checksum of every row, restores each room as a starting \
      server would, and verifies each finished match as facedown verify does, including seed, deck \
      and scores. It prints one line per problem and exits with 1 if there is any. A backup is not \
      changed. While a server uses the folder, back it up and check the backup.
      """)

  @Argument(
    help: ArgumentHelp("A backup. Default: the journal in the data folder.", valueName: "file"))
  var file: String?

  @Option(
    help: ArgumentHelp("The data folder, as for serving.", valueName: "folder"))
  var data: String?

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func validate() throws {
    guard file == nil || data == nil else {
      throw ValidationError("Give either a file or --data, not both.")
    }
    guard file != "" else { throw ValidationError("Name a file.") }
    guard data != "" else { throw ValidationError("--data needs the path of a folder.") }
  }

  func run() throws {
    guard try check({ print($0) }) else { throw ExitCode(1) }
  }

  /// Checks and reports line by line.
  ///
  /// - Returns: whether there are no problems.
  /// - Throws: `JournalError`, `DataDirectoryError` or `CommandProblem` if there is nothing to check.
  func check(_ say: (String) -> Void) throws -> Bool {
    if let file {
      let store = try NamedBackup.open(file)
      defer { store.close() }
      return check(store, say)
    }
    let folder = try DataPath.resolved(data)
    try DataDirectory.requireJournal(
      in: folder, else: "name a backup, or your server's data folder with --data")
    let directory = try DataDirectory.unattended(
      folder, else: "back it up, and check the backup")
    defer { withExtendedLifetime(directory) {} }
    let loss = JournalStore.loss(in: directory)
    let store = try JournalStore(path: directory.journalPath)
    defer { store.close() }
    return check(store, lacking: loss, say)
  }

  private func check(
    _ store: JournalStore, lacking loss: JournalLoss? = nil, _ say: (String) -> Void
  ) -> Bool {
    withoutActuallyEscaping(say) { say in
      let check = JournalCheck(of: store, lacking: loss) { problem in
        say(json ? Self.line(["problem": problem]) : problem.line)
      }
      say(json ? Self.line(["checked": check.counts]) : check.counts.sentence)
      guard check.counts.problems > 0 else { return true }
      if !json { say(store.isBackup ? Self.backupRemedy : Self.folderRemedy) }
      return false
    }
  }

  private static let backupRemedy =
    "This backup would not be restored: make a new one, or use an earlier one."
  private static let folderRemedy =
    "A server starts with what can be read. Where a line names no remedy, restore a backup."

  private static func line(_ value: some Encodable) -> String {
    String(decoding: AdminWire.encoded(value).dropLast(), as: UTF8.self)
  }
}
