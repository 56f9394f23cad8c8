// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Settings

/// The text of a settings file: one line `key = value` per setting.
///
/// Other lines are preserved. Empty lines and lines that begin with `#` are comments. If a setting
/// occurs twice, the last line counts.
struct SettingsFile: Hashable, Sendable {
  /// A line with a setting.
  struct Entry: Hashable, Sendable {
    /// The line's number, from 1.
    var line: Int
    /// The setting's name, as written.
    var key: String
    /// Its value, as written.
    var value: String
  }

  private var lines: [String]

  /// Parses a text; never fails.
  init(text: String = "") {
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine)
      .map { String($0) }
    if lines.last == "" { lines.removeLast() }
  }

  /// The text of the file.
  var text: String { lines.map { "\($0)\n" }.joined() }

  /// The settings in order of their lines.
  var entries: [Entry] {
    lines.enumerated().compactMap { index, line in
      guard let mark = line.firstIndex(of: "="), !Self.isComment(line) else { return nil }
      return Entry(
        line: index + 1, key: line[..<mark].withoutOuterSpace,
        value: line[line.index(after: mark)...].withoutOuterSpace)
    }
  }

  /// The numbers of lines that are neither settings nor comments.
  var oddLines: [Int] {
    lines.indices.filter { !Self.isComment(lines[$0]) && !lines[$0].contains("=") }
      .map { $0 + 1 }
  }

  /// What the file, found at `path`, says about settings.
  func settings(path: String) -> SettingLines<Preferences> {
    var settings = SettingLines<Preferences>(path: path)
    for line in oddLines {
      settings.addProblem("give settings as lines of NAME = VALUE.", line: line)
    }
    for entry in entries { settings.add(entry.key, [entry.value], line: entry.line) }
    return settings
  }

  /// Changes the setting's last line, or appends one.
  mutating func set(_ setting: Preference, to value: String) {
    let line = "\(setting.name) = \(value)"
    if let entry = entries.last(where: { $0.key == setting.name }) {
      lines[entry.line - 1] = line
    } else {
      lines.append(line)
    }
  }

  /// Removes all lines of a setting.
  mutating func remove(_ setting: Preference) {
    for entry in entries.reversed() where entry.key == setting.name {
      lines.remove(at: entry.line - 1)
    }
  }

  private static func isComment(_ line: String) -> Bool {
    let text = line.withoutOuterSpace
    return text.isEmpty || text.hasPrefix("#")
  }
}

extension Character {
  /// Whether it ends a line: LF, CR, or CR LF, which Swift treats as one character.
  var endsLine: Bool { self == "\n" || self == "\r\n" || self == "\r" }
}
