// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Settings
import TerminalUI

/// `facedown config`: shows and changes the settings.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show or change the settings.",
    discussion: """
      Flags override environment variables, which override the settings file, which overrides \
      the defaults. The file has one line  key = value  per setting; lines that begin with # are \
      comments. Variables are named FACEDOWN_PALETTE and so on; NO_COLOR is respected. The \
      settings are:

      \(Preferences.table.map(\.helpLine).joined(separator: "\n"))

      Each line of a theme_file is  theme,rank,picture,name,plural,code  such as \
      animals,1,\u{1F436},dog,dogs,DOG: the face of that rank in that theme becomes this picture, \
      one emoji, or the three-letter code if the picture is empty.
      """,
    subcommands: [Show.self, Set.self, Path.self], defaultSubcommand: Show.self)

  /// `facedown config show`, and `facedown config` alone.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show each setting, its value and where it comes from.")

    @OptionGroup(title: "Settings for this run") var renderStyle: RenderStyleArguments

    func run() throws {
      for line in try renderStyle.settings().table { StandardStream.output.put(line) }
    }
  }

  /// `facedown config set`.
  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Change a setting in the settings file.")

    @Argument(help: "The setting: \(Preference.names).", transform: setting(named:))
    var key: Preference

    @Argument(help: "Its new value.")
    var value: String

    func validate() throws {
      if let problem = key.problem(with: value) { throw ValidationError(problem) }
    }

    func run() throws {
      let store = SettingsStore(environment: environmentVariable)
      do throws(SettingsStoreError) {
        var file = try store.load()
        file.set(key, to: value)
        try store.save(file)
      } catch {
        StandardStream.error.say(error.description)
        throw ExitCode(1)
      }
      if environmentVariable(key.variable)?.isEmpty == false {
        StandardStream.error.say("\(key.variable) is set and overrides the file.")
      }
    }
  }

  /// `facedown config path`.
  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the path of the settings file.")

    func run() throws {
      guard let path = SettingsStore(environment: environmentVariable).path else {
        StandardStream.error.say(SettingsStoreError.nowhere.description)
        throw ExitCode(1)
      }
      StandardStream.output.put(path)
    }
  }
}

/// Parses the name of a setting.
private func setting(named name: String) throws -> Preference {
  guard let setting = Preference.named(name) else {
    throw ValidationError(Preference.unknown(name).capitalised)
  }
  return setting
}

extension Preference {
  fileprivate static var names: String {
    Preferences.table.map(\.name).joined(separator: ", ")
  }

  /// `  rate: how often to redraw the screen (full, low, on-change)`.
  fileprivate var helpLine: String {
    let values = choices.isEmpty ? "" : " (\(choices.joined(separator: ", ")))"
    return "  \(name): \(abstract)\(values)"
  }
}
