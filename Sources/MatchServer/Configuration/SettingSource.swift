// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// Who has said what a setting is.
enum SettingSource: Hashable, Sendable {
  /// Whoever wrote the command line.
  case flag
  /// A variable of the environment.
  case environment(String)
  /// A line of the file.
  case file(path: String, line: Int)
  /// Nobody.
  case standard

  /// Where to look, in a few words for people.
  func place(of setting: ServerSetting) -> String {
    switch self {
    case .flag: setting.flag
    case .environment(let variable): variable
    case .file(let path, let line): "\(path):\(line)"
    case .standard: "default"
    }
  }

  /// The beginning of a sentence about a setting's value: who says it is what.
  func subject(_ setting: ServerSetting) -> String {
    switch self {
    case .file: "\(place(of: setting)): \(setting.name)"
    case .flag, .environment, .standard: place(of: setting)
    }
  }

  /// What is wrong with a value, and what to do about it.
  func refusal(of value: String, for setting: ServerSetting, _ remedy: String) -> String {
    let shown = value.printable(limit: 80)
    return "\(subject(setting)) is \"\(shown)\": \(remedy)."
  }
}
