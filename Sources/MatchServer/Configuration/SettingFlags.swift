// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// What a command line says of settings, and of the file that says more.
struct SettingFlags: Hashable, Sendable {
  /// What one flag says, as often as it was given.
  struct Given: Hashable, Sendable {
    var setting: ServerSetting
    var values: [String]
  }

  /// The file that was named.
  var file: String?
  /// What was given.
  var values: [Given] = []
}

/// A group of flags for settings.
protocol SettingArguments: ParsableArguments {
  /// What was given of it.
  var given: [SettingFlags.Given] { get }
}

extension Option where Value == String? {
  /// A flag with a value, as it was typed: whether that will do is asked where all sources meet.
  init(_ setting: ServerSetting) {
    self.init(
      name: .customLong(setting.name), help: setting.help, completion: setting.form.completion)
  }
}

extension Option where Value == [String] {
  /// A flag that may be repeated.
  init(wrappedValue: [String], _ setting: ServerSetting) {
    self.init(
      wrappedValue: wrappedValue, name: .customLong(setting.name), help: setting.help,
      completion: setting.form.completion)
  }
}

extension SettingForm {
  /// What a shell may offer for a value.
  fileprivate var completion: CompletionKind {
    switch self {
    case .path(let what): what == "folder" ? .directory : .file()
    case .word(let words): .list(words)
    default: .default
    }
  }
}

extension Flag where Value == Bool? {
  /// A flag for what is so or not: the file may say one, and the command line the other.
  init(_ setting: ServerSetting) {
    self.init(name: .customLong(setting.name), inversion: .prefixedNo, help: setting.help)
  }
}

extension SettingFlags.Given {
  /// A flag with a value; nil where it was not given.
  init?(_ setting: ServerSetting, _ value: String?) {
    guard let value else { return nil }
    self.init(setting: setting, values: [value])
  }

  /// A flag that may be repeated; nil where it was not given.
  init?(_ setting: ServerSetting, _ values: [String]) {
    guard !values.isEmpty else { return nil }
    self.init(setting: setting, values: values)
  }

  /// A flag for what is so or not; nil where it was not given.
  init?(_ setting: ServerSetting, _ value: Bool?) {
    self.init(setting, value.map { "\($0)" })
  }
}
