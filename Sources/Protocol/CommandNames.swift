// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The names of a program's commands, to say what was meant by a command line that is none.
///
/// A parser that has a command for lines without one takes every line for that, and then wonders at its
/// words.
package struct CommandNames: Sendable {
  /// What stands before a command's name.
  private let program: String
  private let names: [String]
  /// Commands that have commands of their own.
  private let groups: [String: CommandNames]
  /// Options behind which a value stands, which is no command whatever it is called.
  private let valued: Set<String>

  /// Commands that are called `names`.
  package init(
    of program: String, _ names: [String], groups: [String: CommandNames] = [:],
    valued: Set<String> = []
  ) {
    self.program = program
    self.names = names + ["help"]
    self.groups = groups
    self.valued = valued
  }

  /// What is wrong with a command line.
  ///
  /// - Parameter words: what stands behind the program's name.
  /// - Returns: a sentence with what to say instead; nil where the command is where it belongs, or
  ///   there is none.
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
        return "Options stand behind the command: say \(program) \(line.joined(separator: " "))."
      }
      index += valued.contains(word) ? 2 : 1
    }
    return nil
  }

  private func unknown(_ word: String) -> String {
    let remedy =
      NearestName.of(word, among: names).map { ": did you mean \($0)?" }
      ?? "; \(program) --help names them all."
    return "\"\(word.printable(limit: 40))\" is no command\(remedy)"
  }
}

extension String {
  /// A word of a command line as a shell takes it.
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
