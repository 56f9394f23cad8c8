// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Why a command of facedown-server cannot do its work.
struct CommandProblem: Error, Hashable, CustomStringConvertible {
  /// What is wrong and what to do about it.
  var description: String

  /// A problem in the given words.
  init(_ description: String) {
    self.description = description
  }
}
