// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// The source of a setting's value.
package enum SettingSource: Hashable, Sendable {
  /// The command line.
  case flag
  /// An environment variable.
  case environment(String)
  /// A line of the file.
  case file(path: String, line: Int)
  /// The default.
  case standard

  /// The place to look, for people.
  package func place<Values>(of setting: Setting<Values>) -> String {
    switch self {
    case .flag: setting.flag
    case .environment(let variable): variable
    case .file(let path, let line): "\(path.printable(limit: 200)):\(line)"
    case .standard: "default"
    }
  }
}

/// What one source says about one setting.
package struct SettingItem<Values: SettingValues>: Hashable, Sendable {
  /// The setting.
  package let setting: Setting<Values>
  /// The words, valid or not.
  package let words: [String]
  /// Where the value comes from.
  package let source: SettingSource

  /// `words` for `setting`.
  package init(_ setting: Setting<Values>, _ words: [String], _ source: SettingSource) {
    assert(setting.field.isList || words.count == 1, "Only a list has several words.")
    self.setting = setting
    self.words = words
    self.source = source
  }

  /// A sentence for each word that is no value of the setting.
  package var problems: [String] {
    words.compactMap { word in
      setting.field.remedy(word).map { "\(subject) is \"\(word.printable(limit: 80))\": \($0)." }
    }
  }

  /// The setting and its place.
  private var subject: String {
    let place = source.place(of: setting)
    return if case .file = source { "\(place): \(setting.name)" } else { place }
  }
}
