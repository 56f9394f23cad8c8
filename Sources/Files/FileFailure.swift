// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// Why a file cannot be read or written.
package enum FileFailure: Error, Hashable, Sendable {
  /// The system refused.
  case refused(errno: Int32)
  /// The path is empty or contains a zero byte.
  case noPath
  /// It is a folder, a device or a pipe.
  case notRegular
  /// It has more bytes than it may have.
  case tooLong(limit: Int)
  /// It must be private, but other users have access.
  case exposed

  /// Whether there is no such file.
  package var isMissing: Bool {
    self == .refused(errno: ENOENT) || self == .refused(errno: ENOTDIR)
  }

  /// What the system says, or what is wrong with the file, as a clause for a sentence.
  package var reason: String {
    switch self {
    case .refused(let number): String(cString: strerror(number))
    case .noPath: "the path names no file"
    case .notRegular: "it is not a regular file"
    case .tooLong(let limit): "it is longer than \(limit) bytes"
    case .exposed: "other users can read it"
    }
  }
}
