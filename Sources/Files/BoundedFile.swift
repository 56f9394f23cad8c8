// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// Reads files whole, up to a limit of bytes.
package enum BoundedFile {
  /// The text of a regular file of at most `limit` bytes.
  ///
  /// Invalid UTF-8 is replaced by U+FFFD. Pipes and devices are refused without blocking.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - limit: the most bytes it may have.
  ///   - isPrivate: whether to refuse a file that group or others can access.
  /// - Returns: its text.
  /// - Throws: `FileFailure`.
  package static func text(
    at path: String, limit: Int, privately isPrivate: Bool = false
  ) throws(FileFailure) -> String {
    String(decoding: try bytes(at: path, limit: limit, privately: isPrivate), as: UTF8.self)
  }

  /// The bytes of a regular file of at most `limit` bytes, read like ``text(at:limit:privately:)``.
  ///
  /// - Throws: `FileFailure`.
  package static func bytes(
    at path: String, limit: Int, privately isPrivate: Bool = false
  ) throws(FileFailure) -> [UInt8] {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .noPath }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .refused(errno: errno) }
    defer { close(file) }
    var state = stat()
    guard fstat(file, &state) == 0 else { throw .refused(errno: errno) }
    guard state.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard !isPrivate || state.st_mode & 0o077 == 0 else { throw .exposed }
    return try bytes(of: file, limit: limit)
  }

  /// Everything that an open file or pipe has left, at most `limit` bytes.
  ///
  /// - Throws: `FileFailure`.
  package static func bytes(of file: Int32, limit: Int) throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .refused(errno: errno) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
    throw .tooLong(limit: limit)
  }
}
