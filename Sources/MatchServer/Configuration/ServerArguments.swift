// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Settings

/// Flags for all settings of a server, shared by `serve` and `config`.
struct ServerArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Configuration file, in YAML.",
      discussion: """
        Its keys are the flags' names: listen: 0.0.0.0:7777. A flag overrides the environment \
        variable (FACEDOWN_LISTEN), which overrides the file. FACEDOWN_CONFIG may name the file.
        """, valueName: "file"))
  var config: String?

  @OptionGroup
  var serving: SettingArguments<ServingGroup>

  @OptionGroup(title: "World")
  var world: SettingArguments<WorldGroup>

  @OptionGroup(title: "Limits")
  var limits: SettingArguments<LimitsGroup>

  /// What was given.
  var given: GivenSettings {
    GivenSettings(file: config, flags: serving.items + world.items + limits.items)
  }
}

/// Flags for all settings of a relay.
struct RelayArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Configuration file, in YAML.", discussion: "See facedown-server serve --help.",
      valueName: "file"))
  var config: String?

  @OptionGroup
  var relaying: SettingArguments<RelayGroup>

  @OptionGroup(title: "Limits")
  var limits: SettingArguments<LimitsGroup>

  /// What was given.
  var given: GivenSettings {
    GivenSettings(file: config, flags: relaying.items + limits.items, isForRelay: true)
  }
}

/// The flags for addresses, data, TLS and logs.
enum ServingGroup: ServerGroup {
  static let settings = ServerSettings.serving
}

/// The flags of a node of a world.
enum WorldGroup: ServerGroup {
  static let settings = ServerSettings.worldSettings
}

/// The flags of a relay: it has neither a data folder nor a reason to wait for one.
enum RelayGroup: ServerGroup {
  static let settings =
    ServerSettings.relaying
    + ServerSettings.serving.filter { !["data", "in-memory"].contains($0.name) }
}

/// The flags for limits.
enum LimitsGroup: ServerGroup {
  static let settings =
    ServerSettings.processLimits + ServerSettings.proxies + ServerSettings.peerLimits
}

/// A group of a server's flags.
protocol ServerGroup: SettingGroup where Values == ServerSettings {}

extension ServerGroup {
  /// The abstract, with the default and the range.
  static func help(_ setting: Setting<ServerSettings>) -> ArgumentHelp {
    let words = setting.field.words(ServerSettings()).joined(separator: ", ")
    let standard = setting.standardInWords.isEmpty ? words : setting.standardInWords
    var facts = standard.isEmpty ? [] : ["default: \(standard)"]
    switch setting.field.kind {
    case .toggle: facts = standard == "true" ? facts : []
    case .number(let range): facts.insert("\(range.lowerBound) to \(range.upperBound)", at: 0)
    case .word, .path, .text: break
    }
    let addition = facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))"
    return ArgumentHelp(
      "\(setting.abstract)\(addition)", discussion: setting.discussion,
      valueName: setting.valueName.isEmpty ? nil : setting.valueName)
  }
}
