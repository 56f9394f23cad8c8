// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import JournalSQLite
import Protocol

extension DataDirectory {
  /// Checks that a folder has a journal, before a command takes it.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - remedy: the advice if it has none.
  /// - Throws: `CommandProblem` if it has none or may not be read.
  static func requireJournal(in path: String, else remedy: String) throws(CommandProblem) {
    guard access(path + "/journal.sqlite", F_OK) != 0 else { return }
    let shown = path.printable(limit: 300)
    guard errno != EACCES else {
      throw CommandProblem(
        "You may not read \(shown): run this as the server's user or as root (sudo).")
    }
    throw CommandProblem("There are no matches in \(shown): \(remedy).")
  }

  /// Takes a folder for a command, without waiting for a server.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - remedy: the alternative to stopping the server.
  /// - Returns: the folder, locked by this process.
  /// - Throws: `CommandProblem` if it is in use or unusable.
  static func unattended(
    _ path: String, else remedy: String
  ) throws(CommandProblem) -> DataDirectory {
    do throws(DataDirectoryError) {
      return try DataDirectory(path: path)
    } catch {
      guard case .held(_, let holder) = error else { throw CommandProblem(error.description) }
      let who = holder.map { "process \($0)" } ?? "another process"
      throw CommandProblem(
        "\(path) is in use by \(who): stop that server first, or \(remedy).")
    }
  }
}
