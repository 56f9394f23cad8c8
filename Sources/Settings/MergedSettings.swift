// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The settings in effect: flags override the environment, which overrides the file, which
/// overrides the defaults.
///
/// A bad value is a problem, and the next source counts; what a valid value overrides is not
/// looked at.
package struct MergedSettings<Values: SettingValues>: Sendable {
  /// The values.
  package private(set) var values = Values()
  /// A sentence per problem: those of flags and environment, then the file's by line.
  package let problems: [String]
  /// Whether a setting was given a bad value.
  package let hasBadValues: Bool
  /// Warnings of the program itself, a sentence each.
  package var warnings: [String] = []
  private var sources: [Setting<Values>: SettingSource] = [:]

  /// Merges what the sources say.
  ///
  /// - Parameters:
  ///   - flags: the command line's settings; of one given twice the last counts.
  ///   - environment: looks up a variable; an empty one says nothing.
  ///   - file: the file's settings; of one given twice the last counts.
  package init(
    flags: [SettingItem<Values>] = [], environment: (String) -> String? = { _ in nil },
    file: SettingLines<Values> = SettingLines()
  ) {
    var problems: [SettingLines<Values>.Problem] = []
    for setting in Values.table {
      let said = [
        flags.last { $0.setting == setting },
        environment(setting.variable).flatMap { Self.item(setting, $0) },
      ]
      let lines = file.items.filter { $0.setting == setting }
      for item in said.compactMap(\.self) + lines.reversed() {
        var line = 0
        if case .file(_, let number) = item.source { line = number }
        let sentences = item.problems
        problems += sentences.map { .init(line: line, sentence: $0) }
        guard sentences.isEmpty else { continue }
        setting.field.store(item.words, &values)
        sources[setting] = item.source
        break
      }
    }
    hasBadValues = !problems.isEmpty
    self.problems = (problems + file.problems).sorted { $0.line < $1.line }.map(\.sentence)
  }

  /// What a variable says; lists are separated by commas.
  private static func item(_ setting: Setting<Values>, _ text: String) -> SettingItem<Values>? {
    guard !text.isEmpty else { return nil }
    let words =
      setting.field.isList
      ? text.split(separator: ",").map(\.withoutOuterSpace) : [text]
    return SettingItem(setting, words, .environment(setting.variable))
  }

  /// The words of a setting's value; none if it is unset.
  package func words(_ setting: Setting<Values>) -> [String] { setting.field.words(values) }

  /// The source of a setting's value.
  package func source(_ setting: Setting<Values>) -> SettingSource {
    sources[setting] ?? .standard
  }

  /// The source of a setting's value, for people.
  package func place(_ setting: Setting<Values>) -> String {
    source(setting).place(of: setting)
  }

  /// Takes one setting's value and source from other settings.
  package mutating func keep(_ setting: Setting<Values>, from other: MergedSettings) {
    setting.field.store(other.words(setting), &values)
    sources[setting] = other.sources[setting]
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  package var withoutOuterSpace: String {
    let front = drop(while: \.isWhitespace)
    return String(front.dropLast(front.reversed().prefix(while: \.isWhitespace).count))
  }
}
