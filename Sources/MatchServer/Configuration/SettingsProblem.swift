// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// Invalid settings; a sentence per problem.
struct SettingsProblem: Error, Hashable, CustomStringConvertible {
  /// The sentences, at least one.
  var sentences: [String]

  /// All sentences, a line each.
  var description: String { sentences.joined(separator: "\n") }

  /// One problem.
  init(_ sentence: String) {
    sentences = [sentence]
  }

  /// Several problems.
  init(_ sentences: [String]) {
    assert(!sentences.isEmpty, "A problem has at least one sentence.")
    self.sentences = sentences
  }
}

extension SettingsProblem {
  /// Prints the problems and returns the parser's exit code for wrong flags, without printing the
  /// usage.
  func toldExit() -> ExitCode {
    Self.report(sentences, as: "Error")
    return .validationFailure
  }

  /// Prints sentences on standard error, a line each.
  static func report(_ sentences: [String], as kind: String) {
    for sentence in sentences { StandardError.write(Array("\(kind): \(sentence)\n".utf8)) }
  }
}

extension ServerArguments {
  /// Merges flags, environment and file.
  ///
  /// - Throws: `ExitCode`, after printing the problems.
  func settingsOrExit() throws -> ServerSettings {
    do throws(SettingsProblem) {
      return try settings()
    } catch {
      throw error.toldExit()
    }
  }
}
