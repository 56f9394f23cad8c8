// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Files
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
    do throws(FileFailure) {
      let limit = Recording.mostBytes
      return isStandardInput
        ? try BoundedFile.bytes(of: STDIN_FILENO, limit: limit)
        : try BoundedFile.bytes(at: path, limit: limit)
    } catch {
      throw switch error {
      case .refused(let number): .unreadable(errno: number)
      case .noPath, .exposed: .unreadable(errno: ENOENT)
      case .notRegular: .notAFile
      case .tooLong(let limit): .tooLarge(limit: limit)
      }
    }
  }
}
