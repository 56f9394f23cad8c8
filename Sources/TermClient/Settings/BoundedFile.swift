// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// Files of people's, read whole and never without a bound.
enum BoundedFile {
  /// Why a file cannot be read.
  enum Failure: Error, Hashable, Sendable {
    /// There is none.
    case notThere
    /// The system says why, or it is nothing that is read here.
    case failed(reason: String)
    /// It was to be private, and others may read or change it.
    case exposed
  }

  /// The text of a file of at most so many bytes.
  ///
  /// What is not UTF-8 in it is shown as such. A pipe or a device is refused and not waited for.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - limit: the most bytes it may have.
  ///   - isPrivate: whether it is only read if nobody but its owner may read or change it.
  /// - Returns: its text.
  /// - Throws: `Failure`.
  static func text(
    at path: String, limit: Int, privately isPrivate: Bool = false
  ) throws(Failure) -> String {
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
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
    throw .failed(reason: "it is longer than \(limit) bytes")
  }
}
