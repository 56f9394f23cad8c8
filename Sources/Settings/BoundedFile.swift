// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// Reads a user's file whole, up to a limit of bytes.
package enum BoundedFile {
  /// Why a file cannot be read.
  package enum Failure: Error, Hashable, Sendable {
    /// The file does not exist.
    case notThere
    /// The system refused, or it is not a regular file, or too long.
    case failed(reason: String)
    /// It must be private, but other users have access.
    case exposed

    /// What the system says, or what is wrong with the file.
    package var reason: String {
      switch self {
      case .notThere: String(cString: strerror(ENOENT))
      case .failed(let reason): reason
      case .exposed: "other users can read it"
      }
    }
  }

  /// The text of a regular file of at most `limit` bytes.
  ///
  /// Invalid UTF-8 is replaced by U+FFFD. Pipes and devices are refused without blocking.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - limit: the most bytes it may have.
  ///   - isPrivate: whether to refuse a file that group or others can access.
  /// - Returns: its text.
  /// - Throws: `Failure`.
  package static func text(
    at path: String, limit: Int, privately isPrivate: Bool = false
  ) throws(Failure) -> String {
    String(decoding: try bytes(at: path, limit: limit, privately: isPrivate), as: UTF8.self)
  }

  /// The bytes of a regular file of at most `limit` bytes, read like ``text(at:limit:privately:)``.
  ///
  /// - Throws: `Failure`.
  package static func bytes(
    at path: String, limit: Int, privately isPrivate: Bool = false
  ) throws(Failure) -> [UInt8] {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .failed(reason: "the path names no file")
    }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw .notThere }
      throw .failed(reason: String(cString: strerror(errno)))
    }
    defer { close(file) }
    var state = stat()
    guard fstat(file, &state) == 0, state.st_mode & S_IFMT == S_IFREG else {
      throw .failed(reason: "it is not a regular file")
    }
    guard !isPrivate || state.st_mode & 0o077 == 0 else { throw .exposed }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 8192)
    while bytes.count <= limit {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .failed(reason: String(cString: strerror(errno))) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
    throw .failed(reason: "it is longer than \(limit) bytes")
  }
}
