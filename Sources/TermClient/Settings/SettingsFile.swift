// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The text of a file of settings: a line `key = value` for each, the rest kept as it stands.
///
/// Empty lines and lines that begin with `#` are for people. Of two lines about the same setting
/// the last one counts.
struct SettingsFile: Hashable, Sendable {
  /// A line that sets something.
  struct Entry: Hashable, Sendable {
    /// The line's number, from 1.
    var line: Int
    /// What is set, as it was written.
    var key: String
    /// What to.
    var value: String
  }

  private var lines: [String]

  /// Reads a text; every text is one.
  init(text: String = "") {
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine)
      .map { String($0) }
    if lines.last == "" { lines.removeLast() }
  }

  /// The text again.
  var text: String { lines.map { "\($0)\n" }.joined() }

  /// What its lines set, in order.
  var entries: [Entry] {
    lines.enumerated().compactMap { index, line in
      guard let mark = line.firstIndex(of: "="), !Self.isForPeople(line) else { return nil }
      return Entry(
        line: index + 1, key: Self.trimmed(line[..<mark]),
        value: Self.trimmed(line[line.index(after: mark)...]))
    }
  }

  /// Numbers of lines that are neither settings nor for people.
  var oddLines: [Int] {
    lines.indices.filter { !Self.isForPeople(lines[$0]) && !lines[$0].contains("=") }
      .map { $0 + 1 }
  }

  /// Sets something, in its last line if it has one, else in a new line at the end.
  mutating func set(_ setting: Setting, to value: String) {
    let line = "\(setting.rawValue) = \(value)"
    if let entry = entries.last(where: { $0.key == setting.rawValue }) {
      lines[entry.line - 1] = line
    } else {
      lines.append(line)
    }
  }

  /// Forgets what was set.
  mutating func remove(_ setting: Setting) {
    for entry in entries.reversed() where entry.key == setting.rawValue {
      lines.remove(at: entry.line - 1)
    }
  }

  private static func isForPeople(_ line: String) -> Bool {
    let text = trimmed(line[...])
    return text.isEmpty || text.hasPrefix("#")
  }

  private static func trimmed(_ text: Substring) -> String {
    let front = text.drop(while: \.isWhitespace)
    let count = front.reversed().prefix(while: \.isWhitespace).count
    return String(front.dropLast(count))
  }
}

extension Character {
  /// Whether a line of a file ends with it, on whatever system it was written.
  ///
  /// To Swift an end of two bytes is one character.
  var endsLine: Bool { self == "\n" || self == "\r\n" || self == "\r" }
}
