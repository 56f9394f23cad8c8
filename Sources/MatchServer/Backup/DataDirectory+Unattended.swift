// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Protocol

extension DataDirectory {
  /// Sees that matches are kept in a folder, before a command takes it.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - remedy: what to do where there are none.
  /// - Throws: `AdminProblem` where there are none, or nobody may look.
  static func requireJournal(in path: String, else remedy: String) throws(AdminProblem) {
    guard access(path + "/journal.sqlite", F_OK) != 0 else { return }
    let shown = path.printable(limit: 300)
    guard errno != EACCES else {
      throw AdminProblem(
        "You may not read \(shown): run this as the server's user or as root (sudo).")
    }
    throw AdminProblem("There are no matches in \(shown): \(remedy).")
  }

  /// Takes a folder for a command, which never waits for a server to leave it.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - remedy: what to do but to stop the server.
  /// - Returns: the folder, in this process's hands.
  /// - Throws: `AdminProblem` if it cannot be had.
  static func unattended(
    _ path: String, else remedy: String
  ) throws(AdminProblem) -> DataDirectory {
    do throws(DataDirectoryError) {
      return try DataDirectory(path: path)
    } catch {
      guard case .held(_, let holder) = error else { throw AdminProblem(error.description) }
      let who = holder.map { "process \($0)" } ?? "another process"
      throw AdminProblem(
        "\(path) is in use by \(who): stop that server first, or \(remedy).")
    }
  }
}
