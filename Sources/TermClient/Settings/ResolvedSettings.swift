// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What holds of all that was said about settings, and who said it: a flag goes before the
/// environment, the environment before the file, and the file before what holds anyway.
///
/// A bad value is told of and passed over, as if nothing had been said there.
struct ResolvedSettings: Sendable {
  /// Who said what a setting is.
  enum Source: Hashable, Sendable {
    /// The command line.
    case flag
    /// A variable of the environment.
    case environment(String)
    /// A line of the file of settings.
    case file(String, line: Int)
    /// Nobody.
    case standard
  }

  /// What the settings come to.
  private(set) var preferences = Preferences.standard
  /// What faces look like and are called.
  var faces = ThemeFaces.standard
  /// What was said and cannot be followed, a sentence each.
  private(set) var warnings: [String] = []
  private var sources: [Setting: Source] = [:]

  /// The most warnings that are kept, for a file may be anything.
  private static let warningLimit = 8

  /// What holds.
  ///
  /// - Parameters:
  ///   - flags: what the command line says.
  ///   - environment: the variables.
  ///   - file: the file of settings.
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

  /// Who said what a setting is.
  func source(of setting: Setting) -> Source { sources[setting] ?? .standard }

  /// The settings in the lines of a table: name, value, and where it comes from.
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

  /// Adds a sentence about what cannot be followed.
  mutating func warn(_ sentence: String) {
    if warnings.count < Self.warningLimit { warnings.append(sentence) }
  }
}

extension String {
  /// The text with spaces behind it, so that it takes so many cells.
  func padded(to cells: Int) -> String {
    self + String(repeating: " ", count: max(cells - self.cells, 0))
  }
}
