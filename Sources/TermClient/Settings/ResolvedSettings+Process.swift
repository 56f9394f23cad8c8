// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

extension ResolvedSettings {
  /// What holds for this process: its flags, its environment, and its user's file.
  ///
  /// Files that cannot be read are told of in the warnings.
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

  /// Tells of what cannot be followed, on standard error.
  func tellWarnings() {
    for warning in warnings { StandardStream.error.say(warning) }
  }
}

/// A variable of the environment; nil if it is not set.
func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
