// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// What every command that draws takes: settings for this one run.
struct RenderStyleArguments: ParsableArguments {
  @Option(help: ArgumentHelp(Setting.palette.flagHelp, valueName: "name"))
  var palette: String?

  @Option(help: ArgumentHelp(Setting.decoration.flagHelp, valueName: "how"))
  var decoration: String?

  @Option(help: ArgumentHelp(Setting.rate.flagHelp, valueName: "how"))
  var rate: String?

  @Option(help: ArgumentHelp(Setting.drawing.flagHelp, valueName: "how"))
  var drawing: String?

  @Option(
    name: .customLong("colours"),
    help: ArgumentHelp(Setting.colors.flagHelp, valueName: "how"))
  var colors: String?

  @Flag(help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Option(
    help: ArgumentHelp(
      "A table of faces of your own; see facedown help config.", valueName: "file"))
  var themeFile: String?

  func validate() throws {
    var preferences = Preferences.standard
    do throws(BadSetting) {
      for setting in Setting.allCases {
        if let value = flags[setting] { try setting.put(value, into: &preferences) }
      }
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// What the flags say.
  var flags: [Setting: String] {
    var flags: [Setting: String] = [:]
    flags[.palette] = palette
    flags[.decoration] = decoration
    flags[.rate] = rate
    flags[.drawing] = drawing
    flags[.colors] = colors
    flags[.mouse] = noMouse ? "off" : nil
    flags[.themeFile] = themeFile
    return flags
  }

  /// What holds of these flags, the environment and the file; what cannot be followed is told.
  ///
  /// - Parameters:
  ///   - name: the name from the command line.
  ///   - who: as whom to play, as the command line has it.
  /// - Returns: the settings.
  /// - Throws: `ValidationError` if the name from the command line cannot be one.
  func settings(
    name: String? = nil, who: IdentityArguments? = nil
  ) throws -> ResolvedSettings {
    var flags = flags
    flags[.name] = name
    flags[.identity] = who?.word
    if let name {
      var preferences = Preferences.standard
      do throws(BadSetting) {
        try Setting.name.put(name, into: &preferences)
      } catch {
        throw ValidationError(error.description)
      }
    }
    let settings = ResolvedSettings.ofProcess(flags: flags)
    settings.tellWarnings()
    return settings
  }
}

extension Setting {
  /// What a flag's help says of it: `Which colors things have: default, deutan, ...`.
  fileprivate var flagHelp: String {
    let sentence = meaning.prefix(1).uppercased() + meaning.dropFirst()
    return "\(sentence): \(choices.joined(separator: ", "))."
  }
}
