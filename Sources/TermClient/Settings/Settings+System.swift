// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

extension ResolvedSettings {
  /// What holds for this process: its flags, its environment, and its user's file.
  ///
  /// A file that cannot be read is told of in the warnings.
  static func ofProcess(flags: [Setting: String] = [:]) -> ResolvedSettings {
    let store = SettingsStore(environment: environmentVariable)
    do throws(SettingsStoreError) {
      return ResolvedSettings(
        flags: flags, environment: environmentVariable, file: try store.load(),
        path: store.path ?? "")
    } catch {
      var settings = ResolvedSettings(flags: flags, environment: environmentVariable)
      settings.warn(error.description)
      return settings
    }
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
