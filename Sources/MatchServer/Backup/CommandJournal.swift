// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import JournalSQLite
import Protocol

/// A backup named on a command line.
///
/// Its errors are about a file, not about a server's data folder.
enum NamedBackup {
  /// Opens a backup read-only.
  ///
  /// - Parameters:
  ///   - path: the path as given.
  ///   - acceptsOlder: whether an earlier schema will do.
  /// - Returns: the backup.
  /// - Throws: `CommandProblem` with the remedy if it is not a backup.
  static func open(
    _ path: String, acceptsOlder: Bool = false
  ) throws(CommandProblem) -> JournalStore {
    try look(at: path)
    do throws(JournalError) {
      return try JournalStore(reading: path, acceptsOlder: acceptsOlder)
    } catch {
      throw CommandProblem(error.sentence(ofBackup: path))
    }
  }

  /// Rejects paths for which SQLite's own messages would not help.
  private static func look(at path: String) throws(CommandProblem) {
    let shown = path.printable(limit: 300)
    var information = stat()
    guard stat(path, &information) == 0 else {
      let problem = errno
      if problem == ENOENT {
        throw CommandProblem(
          "There is no file \(shown): name a file written by facedown-server backup.")
      }
      throw CommandProblem(
        "\(shown) cannot be read (\(String(cString: strerror(problem)))): check the path and "
          + "permissions."
      )
    }
    switch information.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
      throw CommandProblem(
        "\(shown) is a folder: name the backup in it, or use --data for a server's data folder.")
    default:
      throw CommandProblem(
        "\(shown) is not a file: name a file written by facedown-server backup.")
    }
    guard information.st_size > 0 else {
      throw CommandProblem("\(shown) is empty: make another backup.")
    }
    guard access(path, R_OK) == 0 else {
      throw CommandProblem(
        "\(shown) cannot be read (\(String(cString: strerror(errno)))): run this as the file's "
          + "owner or as root (sudo).")
    }
  }
}

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
