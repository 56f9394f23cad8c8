// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// Options of every command that draws: settings for this run only.
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

  @Flag(help: "Do not use the mouse.")
  var noMouse = false

  @Option(
    help: ArgumentHelp(
      "A file with your own card faces; see facedown help config.", valueName: "file"))
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

  /// The settings given as flags.
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
    settings.printWarnings()
    return settings
  }
}

extension Setting {
  /// The help of its flag: `The colour scheme: default, deutan, ...`.
  fileprivate var flagHelp: String {
    let sentence = meaning.prefix(1).uppercased() + meaning.dropFirst()
    return "\(sentence): \(choices.joined(separator: ", "))."
  }
}
