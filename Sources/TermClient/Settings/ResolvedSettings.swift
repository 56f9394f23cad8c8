// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Glibc
import MatchUI
import Settings
import TerminalUI

/// The settings of this program in effect, and the pictures that they choose.
///
/// A bad value becomes a warning and is ignored.
struct ResolvedSettings: Sendable {
  private let merged: MergedSettings<Preferences>
  /// The pictures and names of the faces.
  var faces = ThemeFaces.standard
  /// One sentence per ignored value.
  private(set) var warnings: [String]

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
    flags: [Preference: String] = [:], environment: (String) -> String? = { _ in nil },
    file: SettingsFile = SettingsFile(), path: String = ""
  ) {
    merged = MergedSettings(
      flags: flags.map { SettingItem($0, [$1], .flag) }, environment: environment,
      file: file.settings(path: path))
    warnings = Array(merged.problems.prefix(Self.warningLimit))
  }

  /// Resolves this process's flags, its environment and its user's settings file.
  ///
  /// Files that cannot be read become warnings.
  static func ofProcess(
    flags: [Preference: String] = [:], environment: (String) -> String? = environmentVariable
  ) -> ResolvedSettings {
    let store = SettingsStore(environment: environment)
    var settings: ResolvedSettings
    do throws(SettingsStoreError) {
      settings = ResolvedSettings(
        flags: flags, environment: environment, file: try store.load(),
        path: store.path ?? "")
    } catch {
      settings = ResolvedSettings(flags: flags, environment: environment)
      settings.warn(error.description)
    }
    let (faces, notices) = ThemeFile.chosen(by: settings.preferences)
    settings.faces = faces
    for notice in notices { settings.warn(notice) }
    return settings
  }

  /// The values in effect.
  var preferences: Preferences { merged.values }

  /// The source of a setting's value.
  func source(of setting: Preference) -> SettingSource { merged.source(setting) }

  /// One line per setting: name, value and source.
  var table: [String] {
    let rows = Preferences.table.map { setting in
      let word = setting.word(in: preferences)
      return [
        setting.name, (word.isEmpty ? setting.standardWords : word).harmless(limit: 80),
        merged.place(setting),
      ]
    }
    let widths = (0..<2).map { column in rows.map { $0[column].cells }.max() ?? 0 }
    return rows.map { row in
      (zip(row, widths).map { $0.padded(to: $1) } + [row[2]]).joined(separator: "  ")
    }
  }

  /// Prints the warnings on standard error.
  func printWarnings() {
    for warning in warnings { StandardStream.error.say(warning) }
  }

  /// Adds a warning, up to the limit.
  private mutating func warn(_ sentence: String) {
    if warnings.count < Self.warningLimit { warnings.append(sentence) }
  }
}

extension String {
  /// The text padded with spaces to `cells` terminal cells.
  func padded(to cells: Int) -> String {
    self + String(repeating: " ", count: max(cells - self.cells, 0))
  }
}

/// An environment variable; nil if it is not set.
func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
