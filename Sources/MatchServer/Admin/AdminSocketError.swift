// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Why the admin socket cannot be opened.
package enum AdminSocketError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path is too long.
  case pathTooLong(path: String, limit: Int)
  /// Another server listens there.
  case taken(path: String)
  /// Its folder does not exist.
  case noFolder(path: String, folder: String)
  /// The path is a folder.
  case folder(path: String)
  /// The path is not a socket.
  case foreign(path: String)
  /// Others may write to its folder and could replace the socket.
  case exposed(folder: String)
  /// It cannot be created; `reason` is the system's message.
  case unusable(path: String, reason: String)

  /// A sentence with the problem and the remedy.
  package var description: String {
    switch self {
    case .pathTooLong(let path, let limit):
      "The admin socket's path has \(path.utf8.count) bytes and may have at most \(limit) "
        + "(\(path)): choose a shorter --admin-socket."
    case .taken(let path):
      "Another server is listening on the admin socket \(path): stop that server, or choose "
        + "another --admin-socket."
    case .noFolder(let path, let folder):
      "There is no folder \(folder) for the admin socket \(path): create it, or choose another "
        + "--admin-socket."
    case .folder(let path):
      "\(path) is a folder: choose a file in it as --admin-socket, such as "
        + "\(AdminSocketPath.inFolder(path))."
    case .foreign(let path):
      "\(path) is not a socket: move it away, or choose another --admin-socket."
    case .exposed(let folder):
      "Other users may write to \(folder) and could replace the admin socket with their own: "
        + "remove that permission (chmod go-w), or choose another --admin-socket."
    case .unusable(let path, let reason):
      "The admin socket \(path) cannot be created (\(reason)): check the permissions of its "
        + "folder, or choose another --admin-socket."
    }
  }
}
