// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// Why a server cannot be set up as it was told; a sentence for each thing that is wrong.
struct SettingsProblem: Error, Hashable, CustomStringConvertible {
  /// What is wrong and what to do about it, one at least.
  var sentences: [String]

  /// All that is wrong, a line each.
  var description: String { sentences.joined(separator: "\n") }

  /// One thing that is wrong.
  init(_ sentence: String) {
    sentences = [sentence]
  }

  /// All that is wrong.
  init(_ sentences: [String]) {
    self.sentences = sentences
  }
}

extension SettingsProblem {
  /// Says what is wrong on standard error, and ends as the parser does over a wrong flag, but for the
  /// usage: that has no part in a file.
  func toldExit() -> ExitCode {
    Self.tell(sentences, as: "Error")
    return .validationFailure
  }

  /// Says sentences on standard error, a line each.
  static func tell(_ sentences: [String], as kind: String) {
    for sentence in sentences { StandardError.write(Array("\(kind): \(sentence)\n".utf8)) }
  }
}

extension ServerArguments {
  /// What flags, environment and file come to.
  ///
  /// - Throws: `ExitCode`, after it has said what is wrong.
  func settingsOrExit() throws -> ServerSettings {
    do throws(SettingsProblem) {
      return try settings()
    } catch {
      throw error.toldExit()
    }
  }
}
