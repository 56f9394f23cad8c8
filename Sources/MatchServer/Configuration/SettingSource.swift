// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// The source of a setting's value.
enum SettingSource: Hashable, Sendable {
  /// The command line.
  case flag
  /// An environment variable.
  case environment(String)
  /// A line of the configuration file.
  case file(path: String, line: Int)
  /// The default.
  case standard

  /// The place to look, for people.
  func place(of setting: ServerSetting) -> String {
    switch self {
    case .flag: setting.flag
    case .environment(let variable): variable
    case .file(let path, let line): "\(path):\(line)"
    case .standard: "default"
    }
  }

  /// The subject of a sentence about a setting's value.
  func subject(_ setting: ServerSetting) -> String {
    switch self {
    case .file: "\(place(of: setting)): \(setting.name)"
    case .flag, .environment, .standard: place(of: setting)
    }
  }

  /// The sentence for an invalid value.
  func refusal(of value: String, for setting: ServerSetting, _ remedy: String) -> String {
    let shown = value.printable(limit: 80)
    return "\(subject(setting)) is \"\(shown)\": \(remedy)."
  }
}
