// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import TerminalUI

/// The destination of a command's output: a file, or standard output.
struct OutputFile: Hashable, Sendable {
  /// Why a file was not written.
  enum Failure: Error, Hashable {
    /// The default file exists already.
    case isThere
    /// The file cannot be written.
    case unwritable(errno: Int32)
  }

  private let path: String
  /// Whether an existing file is kept, because the user did not name it.
  private let keepsOld: Bool

  /// The file at `path`, `-` for standard output; if nil, a new file named `standard`.
  init(_ path: String?, or standard: String) {
    self.path = path ?? standard
    keepsOld = path == nil
  }

  /// Whether it is standard output.
  var isStandardOutput: Bool { path == "-" && !keepsOld }

  /// Its name for messages.
  var name: String { isStandardOutput ? "standard output" : path.harmless(limit: 200) }

  /// Writes all bytes.
  ///
  /// - Throws: `Failure`; an incomplete file is removed.
  func write(_ bytes: [UInt8]) throws(Failure) {
    var descriptor = STDOUT_FILENO
    if !isStandardOutput {
      descriptor = open(
        path, O_WRONLY | O_CREAT | O_CLOEXEC | (keepsOld ? O_EXCL : O_TRUNC), 0o644)
      guard descriptor >= 0 else {
        throw errno == EEXIST ? .isThere : .unwritable(errno: errno)
      }
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else {
        let problem = errno
        if !isStandardOutput {
          close(descriptor)
          unlink(path)
        }
        throw .unwritable(errno: problem)
      }
      rest = rest.dropFirst(count)
    }
    if !isStandardOutput { close(descriptor) }
  }

  /// Writes all bytes, for a command with an option `-o`.
  ///
  /// - Throws: a failure whose sentence suggests `-o`.
  func writeForCommand(_ bytes: [UInt8]) throws(OneShotQuery.Failure) {
    do throws(Failure) {
      try write(bytes)
    } catch {
      throw OneShotQuery.Failure(sentence: sentence(error) + "choose another file with -o.")
    }
  }

  /// The problem, as the start of a sentence; the caller appends the remedy.
  private func sentence(_ failure: Failure) -> String {
    switch failure {
    case .isThere: "\(name) already exists: "
    case .unwritable(let number):
      "\(name) cannot be written (\(String(cString: strerror(number)))): check its folder, or "
    }
  }
}
