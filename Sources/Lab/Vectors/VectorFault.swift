// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Why a file, a row or a part of a row cannot be read; the words go into a sentence.
struct VectorFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, without a full stop.
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
