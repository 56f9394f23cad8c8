// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Invalid settings; a sentence per problem.
package struct SettingsProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentences, at least one.
  package let sentences: [String]

  /// All sentences, a line each.
  package var description: String { sentences.joined(separator: "\n") }

  /// One problem.
  package init(_ sentence: String) {
    sentences = [sentence]
  }

  /// Several problems.
  package init(_ sentences: [String]) {
    assert(!sentences.isEmpty, "A problem has at least one sentence.")
    self.sentences = sentences
  }
}
