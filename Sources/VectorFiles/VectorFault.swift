// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Why a file, a row or a part of a row cannot be read; the words go into a sentence.
public struct VectorFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, without a full stop.
  public var description: String

  /// A fault in these words.
  public init(_ description: String) {
    self.description = description
  }
}
