// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Settings

@testable import MatchServer

/// Properties of the configuration parser: the result is settings with values and line numbers, or
/// sentences that say what is wrong.
enum ConfigurationProperty {
  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    let lines = bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 1
    let file: SettingLines<ServerSettings>
    do throws(SettingsProblem) {
      file = try SettingLines(yaml: bytes, path: "server.yaml")
    } catch {
      try hold(!error.sentences.isEmpty, "It is refused without a sentence.")
      for sentence in error.sentences { try holdPlaced(sentence) }
      return .refused
    }
    for problem in file.problems { try holdPlaced(problem.sentence) }
    let names = file.items.map(\.setting.name)
    try hold(Set(names).count == names.count, "A setting occurs twice: \(names)")
    for item in file.items {
      try hold(item.setting.field.isList || item.words.count == 1, "\(item) is not a list.")
      guard case .file(_, let line) = item.source else {
        throw InvariantViolation("\(item) is not of the file.")
      }
      // YAML has more kinds of line ends than other formats.
      try hold(line >= 1 && line <= max(lines, bytes.count), "\(item) is in no line.")
      for problem in item.problems { try holdPlaced(problem) }
    }
    return file.problems.isEmpty ? .read : .refused
  }

  /// Checks that a sentence gives the place.
  private static func holdPlaced(_ sentence: String) throws(InvariantViolation) {
    try holdSentence(sentence)
    try hold(sentence.hasPrefix("server.yaml:"), "No file and line: \(sentence)")
  }
}
