// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import ArgumentParser

/// The settings that a command takes as flags.
package protocol SettingGroup: Sendable {
  /// The values that the settings are for.
  associatedtype Values: SettingValues

  /// The rows, in the order of the help.
  static var settings: [Setting<Values>] { get }

  /// The help of a flag.
  static func help(_ setting: Setting<Values>) -> ArgumentHelp
}

/// The flags of a group of settings, made from the rows of the table.
///
/// The parser finds a command's flags by reflection, so the mirror shows it one property per row.
/// Values are checked later, when all sources are merged.
package struct SettingArguments<Group: SettingGroup>: ParsableArguments, CustomReflectable {
  /// The flags given.
  package private(set) var items: [SettingItem<Group.Values>] = []

  /// Made by the parser.
  package init() {}

  /// Made by the parser, from the flags given.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    for setting in Group.settings {
      let key = Key(stringValue: setting.name)
      let words: [String]
      if case .toggle(let on, let off) = setting.field.kind {
        let isOn = try values.decode(Flag<Bool?>.self, forKey: key).wrappedValue
        words = isOn.map { [$0 ? on : off] } ?? []
      } else if setting.field.isList {
        words = try values.decode(Option<[String]>.self, forKey: key).wrappedValue
      } else {
        words = try values.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] } ?? []
      }
      if !words.isEmpty { items.append(SettingItem(setting, words, .flag)) }
    }
  }

  /// One property wrapper per setting, as the parser's own commands have them.
  package var customMirror: Mirror {
    Mirror(
      self,
      children: Group.settings.map { setting in
        let name = NameSpecification.customLong(String(setting.flag.dropFirst(2)))
        let help = Group.help(setting)
        let completion = setting.field.kind.completion
        let flag: Any =
          if case .toggle = setting.field.kind {
            // The command line can override the file either way.
            Flag<Bool?>(name: name, inversion: .prefixedNo, help: help)
          } else if setting.field.isList {
            Option<[String]>(wrappedValue: [], name: name, help: help, completion: completion)
          } else {
            Option<String?>(name: name, help: help, completion: completion)
          }
        return (label: "_" + setting.name, value: flag)
      })
  }

  /// A setting's name as the parser's key.
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension SettingKind {
  /// A shell's completion for a word.
  fileprivate var completion: CompletionKind {
    switch self {
    case .path(let isFolder): isFolder ? .directory : .file()
    case .word(let words): .list(words)
    case .toggle, .number, .text: .default
    }
  }
}
