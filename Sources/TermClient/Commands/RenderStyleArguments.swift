// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Settings

/// Options of every command that draws: settings for this run only.
struct RenderStyleArguments: ParsableArguments {
  @OptionGroup var given: SettingArguments<AppearanceGroup>

  func validate() throws {
    if let problem = given.items.flatMap(\.problems).first { throw ValidationError(problem) }
  }

  /// The settings given as flags.
  var flags: [Preference: String] {
    Dictionary(given.items.map { ($0.setting, $0.words[0]) }) { _, last in last }
  }

  /// Resolves these flags, the environment and the settings file; prints warnings about bad values.
  ///
  /// - Parameters:
  ///   - name: the name from the command line.
  ///   - who: the identity from the command line.
  /// - Returns: the settings.
  /// - Throws: `ValidationError` if the name from the command line cannot be one.
  func settings(
    name: String? = nil, who: IdentityArguments? = nil
  ) throws -> ResolvedSettings {
    var flags = flags
    flags[Preference(\.name)] = name
    flags[Preference(\.identity)] = who?.word
    if let problem = name.flatMap(Preference(\.name).problem(with:)) {
      throw ValidationError(problem)
    }
    let settings = ResolvedSettings.ofProcess(flags: flags)
    settings.printWarnings()
    return settings
  }
}

/// The settings that are flags of every command that draws.
enum AppearanceGroup: SettingGroup {
  static let settings: [Preference] = [
    Preference(\.palette), Preference(\.decoration), Preference(\.rate), Preference(\.drawing),
    Preference(\.colors), Preference(\.usesMouse), Preference(\.themeFile),
  ]

  /// `The colour scheme: default, deutan, ...`.
  static func help(_ setting: Preference) -> ArgumentHelp {
    var sentence = setting.sentence
    if case .word(let words) = setting.field.kind {
      sentence += ": \(words.joined(separator: ", "))"
    } else if !setting.discussion.isEmpty {
      sentence += "; \(setting.discussion)"
    }
    return ArgumentHelp(
      "\(sentence).", valueName: setting.valueName.isEmpty ? nil : setting.valueName)
  }
}
