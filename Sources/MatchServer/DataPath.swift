// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc
import Settings

/// Finds the data folder.
enum DataPath {
  /// The folder: the named one, or the user's default.
  ///
  /// - Throws: an error that names the remedy, if nothing names a path.
  static func resolved(_ named: String?) throws -> String { try found(named).path }

  /// The folder, and the variable of the environment that it comes from; nil for none.
  ///
  /// - Throws: an error that names the remedy, if nothing names a path.
  static func found(
    _ named: String?, variable: (String) -> String? = DataPath.variable
  ) throws -> (path: String, variable: String?) {
    if let named { return (named, nil) }
    // Serving has merged it with the other settings; other commands read it here.
    let setting = Setting<ServerSettings>(\.data).variable
    if let told = variable(setting) { return (told, setting) }
    if let system = variable("STATE_DIRECTORY") { return (system, "STATE_DIRECTORY") }
    if let state = variable("XDG_STATE_HOME"), state.hasPrefix("/") {
      return (state + "/facedown", "XDG_STATE_HOME")
    }
    guard let home = variable("HOME"), home.hasPrefix("/") else {
      throw ValidationError(
        "There is no home folder to keep matches in: use --data FOLDER, or --in-memory if matches "
          + "may end with the server.")
    }
    return (home + "/.local/state/facedown", nil)
  }

  /// An environment variable, unless it is empty.
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
