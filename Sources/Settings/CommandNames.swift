// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// A program's command names, for suggestions on a mistyped command line.
///
/// A parser with a default command takes every line for that, and then reports confusing errors.
package struct CommandNames: Sendable {
  /// What precedes the command's name.
  private let program: String
  private let names: [String]
  /// Commands with subcommands.
  private let groups: [String: CommandNames]
  /// Options that take a value, which is never a command.
  private let valued: Set<String>

  /// The commands `names`.
  package init(
    of program: String, _ names: [String], groups: [String: CommandNames] = [:],
    valued: Set<String> = []
  ) {
    self.program = program
    self.names = names + ["help"]
    self.groups = groups
    self.valued = valued
  }

  /// Finds a misplaced or mistyped command.
  ///
  /// - Parameter words: the command line after the program's name.
  /// - Returns: a sentence with the correction; nil if there is no mistake or no command.
  package func mistake(in words: [String]) -> String? {
    guard let first = words.first,
      !words.contains(where: { ["-h", "--help", "--version"].contains($0) })
    else { return nil }
    guard first.hasPrefix("-") else {
      if let group = groups[first] { return group.mistake(in: Array(words.dropFirst())) }
      return names.contains(first) ? nil : unknown(first)
    }
    var index = 0
    while index < words.count {
      let word = words[index]
      if names.contains(word) {
        let line = (words[index...] + words[..<index]).map(\.asTyped)
        return "Options go after the command: say \(program) \(line.joined(separator: " "))."
      }
      index += valued.contains(word) ? 2 : 1
    }
    return nil
  }

  private func unknown(_ word: String) -> String {
    let remedy =
      NearestName.of(word, among: names).map { ": did you mean \($0)?" }
      ?? "; \(program) --help names them all."
    return "\"\(word.printable(limit: 40))\" is not a command\(remedy)"
  }
}

extension String {
  /// The word quoted for a shell, if necessary.
  fileprivate var asTyped: String {
    let shown = printable(limit: 200)
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_./:=,@%+".utf8.contains(byte)
        }
      }
    return isPlain
      ? shown
      : "'"
        + shown.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
  }
}
