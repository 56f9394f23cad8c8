// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

extension ResolvedSettings {
  /// Resolves this process's flags, its environment and its user's settings file.
  ///
  /// Files that cannot be read become warnings.
  static func ofProcess(flags: [Setting: String] = [:]) -> ResolvedSettings {
    let store = SettingsStore(environment: environmentVariable)
    var settings: ResolvedSettings
    do throws(SettingsStoreError) {
      settings = ResolvedSettings(
        flags: flags, environment: environmentVariable, file: try store.load(),
        path: store.path ?? "")
    } catch {
      settings = ResolvedSettings(flags: flags, environment: environmentVariable)
      settings.warn(error.description)
    }
    let (faces, notices) = ThemeFile.chosen(by: settings.preferences)
    settings.faces = faces
    for notice in notices { settings.warn(notice) }
    return settings
  }

  /// Prints the warnings on standard error.
  func printWarnings() {
    for warning in warnings { StandardStream.error.say(warning) }
  }
}

/// An environment variable; nil if it is not set.
func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
