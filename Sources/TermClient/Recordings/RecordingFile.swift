// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import TerminalUI

/// The source of a recording: a file, or `-` for standard input.
struct RecordingFile: Hashable, Sendable {
  /// The file's path, or `-`.
  let path: String

  /// The file at `path`.
  init(_ path: String) {
    self.path = path
  }

  /// Whether it is standard input, which then cannot be read for keys.
  var isStandardInput: Bool { path == "-" }

  /// Its name for messages.
  var name: String { isStandardInput ? "standard input" : path.harmless(limit: 200) }

  /// Reads and parses it.
  ///
  /// - Throws: `RecordingError`.
  func recording() throws(RecordingError) -> Recording {
    try RecordingReader.read(try bytes())
  }

  /// Its bytes, at most `Recording.mostBytes`.
  ///
  /// - Throws: `RecordingError.unreadable`, `notAFile` or `tooLarge`.
  func bytes() throws(RecordingError) -> [UInt8] {
    guard !isStandardInput else { return try read(STDIN_FILENO) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_size <= Recording.mostBytes else {
      throw .tooLarge(limit: Recording.mostBytes)
    }
    return try read(descriptor)
  }

  private func read(_ descriptor: Int32) throws(RecordingError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(errno: errno) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= Recording.mostBytes else {
        throw .tooLarge(limit: Recording.mostBytes)
      }
    }
  }
}
