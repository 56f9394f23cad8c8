// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// The settings given on a command line.
struct SettingFlags: Hashable, Sendable {
  /// One flag and all its values.
  struct Given: Hashable, Sendable {
    var setting: ServerSetting
    var values: [String]
  }

  /// The configuration file, if named.
  var file: String?
  /// The flags given.
  var values: [Given] = []
}

/// A group of flags for settings.
protocol SettingArguments: ParsableArguments {
  /// The flags given.
  var given: [SettingFlags.Given] { get }
}

extension Option where Value == String? {
  /// A flag with a value; validated later, when all sources are merged.
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
  /// A shell's completion for a value.
  fileprivate var completion: CompletionKind {
    switch self {
    case .path(let what): what == "folder" ? .directory : .file()
    case .word(let words): .list(words)
    default: .default
    }
  }
}

extension Flag where Value == Bool? {
  /// A switch with an inversion: the command line can override the file either way.
  init(_ setting: ServerSetting) {
    self.init(name: .customLong(setting.name), inversion: .prefixedNo, help: setting.help)
  }
}

extension SettingFlags.Given {
  /// A flag with a value; nil if not given.
  init?(_ setting: ServerSetting, _ value: String?) {
    guard let value else { return nil }
    self.init(setting: setting, values: [value])
  }

  /// A repeatable flag; nil if not given.
  init?(_ setting: ServerSetting, _ values: [String]) {
    guard !values.isEmpty else { return nil }
    self.init(setting: setting, values: values)
  }

  /// A switch; nil if not given.
  init?(_ setting: ServerSetting, _ value: Bool?) {
    self.init(setting, value.map { "\($0)" })
  }
}
