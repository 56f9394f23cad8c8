// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// The values of all settings of a program, with the table of rows that describe them.
package protocol SettingValues: Sendable {
  /// The defaults.
  init()

  /// One row per setting, in the order of listing.
  static var table: [Setting<Self>] { get }

  /// The command that lists all settings, for sentences.
  static var listing: String { get }
}

/// One setting of a program: a row of its table, the single source for flag, environment variable,
/// file, help and listings.
package struct Setting<Values: SettingValues>: Sendable {
  /// When a new value takes effect in a running program.
  package enum Change: Hashable, Sendable {
    /// At once, on reload.
    case atOnce
    /// For connections made from then on; existing ones keep what their welcome said.
    case forNewConnections
    /// After a restart.
    case atStart
  }

  /// Its name: the key in the file.
  package let name: String
  /// Where its value is stored, and the form of it.
  package let field: SettingField<Values>
  /// One sentence, or a few words, on what it does.
  package let abstract: String
  /// More for the help.
  package let discussion: String
  /// The placeholder of its value in the help.
  package let valueName: String
  /// The default in words, if it depends on the machine.
  package let standardInWords: String
  /// Its label on a screen.
  package let label: String
  /// When a new value takes effect.
  package let change: Change

  /// A row.
  package init(
    _ name: String, _ field: SettingField<Values>, _ abstract: String, more discussion: String = "",
    valueName: String = "", standardInWords: String = "", label: String = "",
    change: Change = .atStart
  ) {
    self.name = name
    self.field = field
    self.abstract = abstract
    self.discussion = discussion
    self.valueName = valueName
    self.standardInWords = standardInWords
    self.label = label
    self.change = change
    for word in field.words(Values()) {
      precondition(field.remedy(word) == nil, "The default of \(name) is not one of its values.")
    }
  }

  /// The setting whose value is stored at `path`.
  package init(_ path: PartialKeyPath<Values>) {
    guard let setting = Values.table.first(where: { $0.field.path == path }) else {
      preconditionFailure("No setting is stored at \(path).")
    }
    self = setting
  }

  /// The setting with a name; nil for none.
  package static func named(_ name: String) -> Setting? { Values.table.first { $0.name == name } }

  /// The sentence for a name that no setting has.
  package static func unknown(_ name: String) -> String {
    let near = NearestName.of(name, among: Values.table.map(\.name)).map { "did you mean \($0)?" }
    return "there is no setting \"\(name.printable(limit: 80))\": "
      + (near ?? "\(Values.listing) lists them all.")
  }

  /// Its flag.
  package var flag: String { "--" + name.map { $0 == "_" ? "-" : $0 } }

  /// Its environment variable.
  package var variable: String {
    settingVariablePrefix + name.uppercased().map { $0 == "-" ? "_" : $0 }
  }
}

extension Setting: Hashable {
  /// Whether both are the row of one name.
  package static func == (one: Setting, other: Setting) -> Bool { one.name == other.name }

  /// Hashes the name.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The prefix of the environment variables of all programs.
package let settingVariablePrefix = "FACEDOWN_"
