// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient
import TerminalUI

/// A setting of this program; the raw value is its name in the settings file.
enum Setting: String, Hashable, Sendable, CaseIterable {
  /// The colour scheme.
  case palette
  /// How much motion to show.
  case decoration
  /// How often to redraw the screen.
  case rate
  /// How to draw the table.
  case drawing
  /// How many colours to use.
  case colors = "colours"
  /// Whether to use the mouse.
  case mouse
  /// The name others see.
  case name
  /// The server to use if a command names none.
  case server
  /// A file with the user's own card faces.
  case themeFile = "theme_file"
  /// The identity to play with.
  case identity
  /// Whether to show other players' reactions.
  case reactions
  /// When to ring the bell for a turn, or a match's start or end.
  case turnBell = "turn_bell"
  /// Whether the window's title says whose turn it is.
  case turnTitle = "turn_title"
  /// When to show a desktop notification for the same events.
  case turnNotification = "turn_notification"

  /// The environment variable for it.
  var variable: String { "FACEDOWN_\(rawValue.uppercased())" }

  /// The value that leaves it to the terminal.
  static let automatic = "auto"

  /// The allowed values; empty if it is free text.
  var choices: [String] {
    switch self {
    case .palette: Palette.Name.allCases.map { $0.rawValue }
    case .decoration: Decoration.allCases.map { $0.rawValue }
    case .rate: FrameRate.allCases.map { $0.rawValue }
    case .drawing: [Self.automatic] + Drawing.allCases.map { $0.rawValue }
    case .colors: [Self.automatic] + ColorDepth.allCases.map { $0.word }
    case .mouse, .reactions, .turnTitle: ["on", "off"]
    case .turnBell, .turnNotification: SignalRule.allCases.map { $0.rawValue }
    case .name, .server, .themeFile, .identity: []
    }
  }

  /// What it does, in a few words.
  var meaning: String {
    switch self {
    case .palette: "the colour scheme"
    case .decoration: "how much motion to show"
    case .rate: "how often to redraw the screen"
    case .drawing: "how to draw the table"
    case .colors: "how many colours to use"
    case .mouse: "whether to use the mouse"
    case .name: "the name others see"
    case .server: "the server to use if a command names none"
    case .themeFile: "a file with your own card faces"
    case .identity: "who you play as: own, guest, or a key file"
    case .reactions: "whether to show other players' reactions"
    case .turnBell: "when to ring the bell: turn, match start and end"
    case .turnTitle: "whether the window title says whose turn it is"
    case .turnNotification: "desktop notification: turn, match start and end"
    }
  }

  /// The default in words.
  var standardWords: String {
    switch self {
    case .palette, .decoration, .rate, .mouse, .drawing, .colors, .identity, .reactions,
      .turnBell, .turnTitle, .turnNotification:
      word(in: .standard)
    case .name: Login.userName
    case .server: Preferences.standardServer
    case .themeFile: "none"
    }
  }

  /// Parses a value and stores it in `preferences`.
  ///
  /// - Throws: `BadSetting`, which names the allowed values; `preferences` is unchanged then.
  func put(_ value: String, into preferences: inout Preferences) throws(BadSetting) {
    guard choices.isEmpty || choices.contains(value) else { throw BadSetting(self, value) }
    switch self {
    case .palette: preferences.palette = Palette.Name(rawValue: value) ?? preferences.palette
    case .decoration:
      preferences.decoration = Decoration(rawValue: value) ?? preferences.decoration
    case .rate: preferences.rate = FrameRate(rawValue: value) ?? preferences.rate
    case .drawing: preferences.drawing = Drawing(rawValue: value)
    case .colors: preferences.colors = ColorDepth.allCases.first { $0.word == value }
    case .mouse: preferences.usesMouse = value == "on"
    case .name:
      guard !value.isEmpty, value == value.harmless(limit: Wording.nameLimit) else {
        throw BadSetting(self, value)
      }
      preferences.name = value
    case .server:
      guard Destination.server(of: value) != nil else { throw BadSetting(self, value) }
      preferences.server = value
    case .themeFile:
      guard !value.isEmpty else { throw BadSetting(self, value) }
      preferences.themeFile = value
    case .identity:
      guard !value.isEmpty, !value.utf8.contains(0) else { throw BadSetting(self, value) }
      preferences.identity = IdentityChoice(word: value)
    case .reactions: preferences.showsReactions = value == "on"
    case .turnBell: preferences.turnBell = SignalRule(rawValue: value) ?? preferences.turnBell
    case .turnTitle: preferences.showsTitle = value == "on"
    case .turnNotification:
      preferences.turnNotification = SignalRule(rawValue: value) ?? preferences.turnNotification
    }
  }

  /// Its value as in the settings file; empty if it is unset.
  func word(in preferences: Preferences) -> String {
    switch self {
    case .palette: preferences.palette.rawValue
    case .decoration: preferences.decoration.rawValue
    case .rate: preferences.rate.rawValue
    case .drawing: preferences.drawing?.rawValue ?? Self.automatic
    case .colors: preferences.colors?.word ?? Self.automatic
    case .mouse: preferences.usesMouse ? "on" : "off"
    case .name: preferences.name ?? ""
    case .server: preferences.server ?? ""
    case .themeFile: preferences.themeFile ?? ""
    case .identity: preferences.identity.word
    case .reactions: preferences.showsReactions ? "on" : "off"
    case .turnBell: preferences.turnBell.rawValue
    case .turnTitle: preferences.showsTitle ? "on" : "off"
    case .turnNotification: preferences.turnNotification.rawValue
    }
  }
}

/// A value that a setting does not allow.
struct BadSetting: Error, Hashable, Sendable, CustomStringConvertible {
  /// The setting.
  let setting: Setting
  /// The refused value.
  let value: String

  init(_ setting: Setting, _ value: String) {
    self.setting = setting
    self.value = value
  }

  var description: String {
    let name = setting.rawValue
    let allowed =
      switch setting {
      case .name: "1 to \(Wording.nameLimit) characters, none of them invisible"
      case .server: "an address such as \(Preferences.standardServer)"
      case .themeFile: "the path of a file"
      case .identity: "own, guest, or the path of a file"
      default: setting.choices.joined(separator: ", ")
      }
    return "\(name) cannot be \"\(value.harmless(limit: 40))\"; it may be \(allowed)."
  }
}

extension ColorDepth {
  /// Its name in settings.
  var word: String {
    switch self {
    case .mono: "none"
    case .sixteen: "16"
    case .palette: "256"
    case .full: "full"
    }
  }
}
