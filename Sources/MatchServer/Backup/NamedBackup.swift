// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Protocol

/// A backup that somebody names on a command line.
///
/// What is wrong with it has nothing to do with the folder a server has, and so its sentences speak of
/// files.
enum NamedBackup {
  /// Opens a backup to read it, and changes nothing about it.
  ///
  /// - Parameters:
  ///   - path: as it was named.
  ///   - acceptsOlder: whether one of an earlier version will do.
  /// - Returns: the backup.
  /// - Throws: `AdminProblem` with what to do where it is none.
  static func open(
    _ path: String, acceptsOlder: Bool = false
  ) throws(AdminProblem) -> JournalStore {
    try look(at: path)
    do throws(JournalError) {
      return try JournalStore(reading: path, acceptsOlder: acceptsOlder)
    } catch {
      throw AdminProblem(error.sentence(ofBackup: path))
    }
  }

  /// Refuses what SQLite would call by a name that helps nobody.
  private static func look(at path: String) throws(AdminProblem) {
    let shown = path.printable(limit: 300)
    var information = stat()
    guard stat(path, &information) == 0 else {
      let problem = errno
      if problem == ENOENT {
        throw AdminProblem(
          "There is no file \(shown): give the path of one that facedown-server backup has made.")
      }
      throw AdminProblem(
        "\(shown) cannot be read (\(String(cString: strerror(problem)))): check the path and its rights."
      )
    }
    switch information.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
      throw AdminProblem(
        "\(shown) is a folder: name the backup in it. A folder that a server keeps its matches in is "
          + "named by --data.")
    default:
      throw AdminProblem(
        "\(shown) is no file: name one that facedown-server backup has made.")
    }
    guard information.st_size > 0 else {
      throw AdminProblem("\(shown) is empty: take another backup.")
    }
    guard access(path, R_OK) == 0 else {
      throw AdminProblem(
        "\(shown) cannot be read (\(String(cString: strerror(errno)))): do it as the user whose file it "
          + "is, or as root (sudo).")
    }
  }
}

extension JournalError {
  /// The same of a backup that somebody has named.
  ///
  /// - Parameter file: what it was named.
  /// - Returns: a sentence with what to do about it.
  func sentence(ofBackup file: String) -> String {
    let shown = file.printable(limit: 300)
    return switch self {
    case .foreign:
      "\(shown) is no backup of a facedown-server: name one that facedown-server backup has made."
    case .empty, .incomplete:
      "\(shown) has nothing in it: take another backup."
    case .newer:
      "\(shown) was written by a newer facedown-server: use that version, or a newer one."
    case .older:
      "\(shown) was written by an older facedown-server: restore it into a folder (facedown-server "
        + "restore \(shown) --data FOLDER), which brings it to this version's form and checks it."
    case .damaged(_, let reason), .inconsistent(_, let reason):
      "\(shown) is damaged (\(reason)): take another backup."
    case .forbidden:
      "\(shown) is not this user's: do it as the user whose file it is, or as root (sudo)."
    case .inUse:
      "\(shown) is in the hands of a server: copy it by facedown-server backup, and name that copy."
    case .unusable(_, let reason):
      "\(shown) cannot be used (\(reason)): see to its rights and its disk, or take another backup."
    }
  }
}
