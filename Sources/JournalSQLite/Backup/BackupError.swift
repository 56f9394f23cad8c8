// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Why a journal cannot be backed up or replaced.
package struct BackupError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Kind: Hashable, Sendable {
    /// The name of the file.
    case badPath
    /// A file or its disk cannot be written.
    case unwritable
    /// The journal is busy, closing or unreadable.
    case unavailable
  }

  /// What is wrong.
  package var kind: Kind
  /// A sentence with the remedy.
  package var description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
