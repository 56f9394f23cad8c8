// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalUI

/// The settings in effect, and the source of each.
///
/// Flags override the environment, which overrides the file, which overrides the defaults. A bad
/// value becomes a warning and is ignored.
struct ResolvedSettings: Sendable {
  /// Where a setting's value comes from.
  enum Source: Hashable, Sendable {
    /// The command line.
    case flag
    /// An environment variable.
    case environment(String)
    /// A line of the settings file.
    case file(String, line: Int)
    /// The default.
    case standard
  }

  /// The values in effect.
  private(set) var preferences = Preferences.standard
  /// The pictures and names of the faces.
  var faces = ThemeFaces.standard
  /// One sentence per ignored value.
  private(set) var warnings: [String] = []
  private var sources: [Setting: Source] = [:]

  /// The maximum number of warnings kept; a file may have any number of bad lines.
  private static let warningLimit = 8

  /// Resolves the settings.
  ///
  /// - Parameters:
  ///   - flags: the values from the command line.
  ///   - environment: looks up an environment variable.
  ///   - file: the settings file.
  ///   - path: where it is.
  init(
    flags: [Setting: String] = [:], environment: (String) -> String? = { _ in nil },
    file: SettingsFile = SettingsFile(), path: String = ""
  ) {
    readLines(of: file, path)
    for setting in Setting.allCases {
      if let value = environment(setting.variable), !value.isEmpty {
        take(value, setting, .environment(setting.variable), from: "\(setting.variable): ")
      }
      if let value = flags[setting] { take(value, setting, .flag, from: "") }
    }
  }

  /// The source of a setting's value.
  func source(of setting: Setting) -> Source { sources[setting] ?? .standard }

  /// One line per setting: name, value and source.
  var table: [String] {
    let rows = Setting.allCases.map { setting in
      let word = setting.word(in: preferences)
      let value = word.isEmpty ? setting.standardWords : word
      return (setting.rawValue, value.harmless(limit: 80), words(for: source(of: setting)))
    }
    let widths = rows.reduce((0, 0)) { (max($0.0, $1.0.cells), max($0.1, $1.1.cells)) }
    return rows.map { row in
      "\(row.0.padded(to: widths.0))  \(row.1.padded(to: widths.1))  \(row.2)"
    }
  }

  private func words(for source: Source) -> String {
    switch source {
    case .flag: "flag"
    case .environment(let name): "environment, \(name)"
    case .file(let path, let line): "file, \(path.harmless(limit: 200)) line \(line)"
    case .standard: "default"
    }
  }

  private mutating func readLines(of file: SettingsFile, _ path: String) {
    for line in file.oddLines { warn("\(path) line \(line) is ignored: write  key = value.") }
    for entry in file.entries {
      let place = "\(path) line \(entry.line)"
      guard let setting = Setting(rawValue: entry.key) else {
        let known = Setting.allCases.map { $0.rawValue }.joined(separator: ", ")
        warn(
          "\(place): \"\(entry.key.harmless(limit: 40))\" is not a setting; "
            + "the settings are: \(known).")
        continue
      }
      take(entry.value, setting, .file(path, line: entry.line), from: "\(place): ")
    }
  }

  private mutating func take(
    _ value: String, _ setting: Setting, _ source: Source, from place: String
  ) {
    do throws(BadSetting) {
      try setting.put(value, into: &preferences)
      sources[setting] = source
    } catch {
      warn(place + error.description)
    }
  }

  /// Adds a warning, up to the limit.
  mutating func warn(_ sentence: String) {
    if warnings.count < Self.warningLimit { warnings.append(sentence) }
  }
}

extension String {
  /// The text padded with spaces to `cells` terminal cells.
  func padded(to cells: Int) -> String {
    self + String(repeating: " ", count: max(cells - self.cells, 0))
  }
}
