// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Files
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
    do throws(FileFailure) {
      try AtomicFile.write(bytes, to: descriptor)
    } catch {
      if !isStandardOutput {
        close(descriptor)
        unlink(path)
      }
      guard case .refused(let number) = error else { throw .unwritable(errno: EIO) }
      throw .unwritable(errno: number)
    }
    if !isStandardOutput { close(descriptor) }
  }

  /// Writes all bytes, for a command with an option `-o`.
  ///
  /// - Throws: a failure whose sentence suggests `-o`.
  func writeForCommand(_ bytes: [UInt8]) throws(QueryFailure) {
    do throws(Failure) {
      try write(bytes)
    } catch {
      throw QueryFailure(sentence: sentence(error) + "choose another file with -o.")
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
