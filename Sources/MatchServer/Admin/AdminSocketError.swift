// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Why there is no admin socket.
public enum AdminSocketError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path has more bytes than the system has room for.
  case pathTooLong(path: String, limit: Int)
  /// A living server listens there.
  case taken(path: String)
  /// There is no folder for it.
  case noFolder(path: String, folder: String)
  /// It is a folder itself.
  case folder(path: String)
  /// Something else than a socket is there.
  case foreign(path: String)
  /// Others may write to its folder, and could put their own socket in its place.
  case exposed(folder: String)
  /// It cannot be made; `reason` is the system's word for it.
  case unusable(path: String, reason: String)

  /// A sentence with what is wrong and what to do about it.
  public var description: String {
    switch self {
    case .pathTooLong(let path, let limit):
      "The admin socket's path has \(path.utf8.count) bytes and may have at most \(limit) (\(path)): "
        + "choose a shorter --admin-socket."
    case .taken(let path):
      "Another server is listening on the admin socket \(path): stop that server, or choose another "
        + "--admin-socket."
    case .noFolder(let path, let folder):
      "There is no folder \(folder) for the admin socket \(path): create it, or choose another "
        + "--admin-socket."
    case .folder(let path):
      "\(path) is a folder: choose a file in it as --admin-socket, such as \(AdminPath.inFolder(path))."
    case .foreign(let path):
      "\(path) is not a socket: move it away, or choose another --admin-socket."
    case .exposed(let folder):
      "Other users may write to \(folder) and could replace the admin socket with their own: remove "
        + "that permission (chmod go-w), or choose another --admin-socket."
    case .unusable(let path, let reason):
      "The admin socket \(path) cannot be created (\(reason)): check the permissions of its folder, "
        + "or choose another --admin-socket."
    }
  }
}
