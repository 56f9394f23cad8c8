// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc
import JournalSQLite

/// `facedown-server backup`: copies the journal, with or without a running server.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy all matches to a file, even while they are played.",
    discussion: """
      A running server is asked over its admin socket and writes the file as its own user; \
      otherwise the command reads the folder itself. The backup is a snapshot of the moment it \
      completes: every room, match, session, result and ban. It holds the seeds of running \
      matches, so keep it as secret as the folder. It does not hold the configuration, the \
      certificate or audit.log.
      """)

  @Argument(help: ArgumentHelp("The file to write.", valueName: "file"))
  var file: String

  @Flag(help: "Replace the file if it exists.")
  var force = false

  @OptionGroup var server: AdminArguments

  func validate() throws {
    guard !file.isEmpty else { throw ValidationError("Name the file to write.") }
  }

  func run() throws { try backUp { print($0) } }

  /// Makes a backup and reports line by line.
  ///
  /// - Throws: `CommandProblem`, `AdminRefusal`, `BackupError` or `JournalError` on failure.
  func backUp(say: (String) -> Void) throws {
    let socket = try AdminSocketPath.resolved(socket: server.socket, data: server.data)
    // Naming a socket implies a running server.
    if server.socket != nil || AdminClient.isAnswered(at: socket) {
      return try server.ask(.backup(path: Self.absolute(file), replaces: force), say)
    }
    for line in try copy(to: Self.absolute(file)) {
      if server.json {
        say(String(decoding: AdminWire.line(line).dropLast(), as: UTF8.self))
      } else if case .done(let sentence) = line {
        say(sentence)
      } else {
        for text in TextTable.lines([line]) { say(text) }
      }
    }
  }

  /// Copies the journal of a folder without a server.
  private func copy(to path: String) throws -> AdminAnswer {
    let begin = ContinuousClock.now
    let folder = try DataPath.resolved(server.data)
    try DataDirectory.requireJournal(
      in: folder, else: "name your server's data folder with --data")
    let directory = try DataDirectory.unattended(
      folder, else: "name its admin socket with --socket")
    defer { withExtendedLifetime(directory) {} }
    let store = try JournalStore(path: directory.journalPath)
    defer { store.close() }
    try BackupFile.check(path, apartFrom: store.path)
    let backup = try BackupFile(path, replaces: force, bytes: try store.size().bytes)
    let pages = try store.copy(to: backup)
    return try backup.finish(pages: pages, since: begin).replies
  }

  /// An absolute path: the server has another working directory.
  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return String(cString: here) + "/" + path
  }
}

// A backup's progress as answers to an operator.

extension AdminAnswer {
  /// The answer that reports progress.
  init(_ progress: BackupProgress) {
    switch progress {
    case .copied(let pages, let total, let seconds):
      self = [.backup(AdminReply.Backup(pages: pages, of: total, seconds: seconds))]
    case .finished(let backup): self = backup.replies
    case .failed(let error): self = .refused(AdminRefusal(error))
    }
  }
}

extension FinishedBackup {
  /// The lines that report it.
  var replies: AdminAnswer {
    [
      .backup(
        AdminReply.Backup(
          pages: pages, of: pages, bytes: bytes, rooms: rooms, entries: entries, seconds: seconds)),
      .done("The journal is backed up to \(path)."),
    ]
  }
}

extension AdminRefusal {
  /// The refusal that reports an error.
  init(_ error: BackupError) {
    let code: Code =
      switch error.kind {
      case .badPath: .badValue
      case .unwritable: .unwritable
      case .unavailable: .unavailable
      }
    self.init(code, error.description)
  }
}
