// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchClient
import MatchUI
import Settings
import TerminalUI

/// A setting of this program.
typealias Preference = Setting<Preferences>

extension Preferences: SettingValues {
  static let listing = "facedown config"

  /// The value that leaves it to the terminal.
  private static let automatic = "auto"

  static let table: [Preference] = [
    Preference(
      "palette", .one(\.palette, .choice()), "the colour scheme", valueName: "name",
      label: "Palette"),
    Preference(
      "decoration", .one(\.decoration, .choice()), "how much motion to show",
      valueName: "how", label: "Motion"),
    Preference(
      "rate", .one(\.rate, .choice()), "how often to redraw the screen", valueName: "how",
      label: "Frame rate"),
    Preference(
      "drawing",
      .one(\.drawing, .choice([(automatic, nil)] + Drawing.allCases.map { ($0.rawValue, $0) })),
      "how to draw the table", valueName: "how", label: "Drawing"),
    Preference(
      "colours",
      .one(\.colors, .choice([(automatic, nil)] + ColorDepth.allCases.map { ($0.word, $0) })),
      "how many colours to use", valueName: "how", label: "Colours"),
    Preference("mouse", .one(\.usesMouse, .onOrOff), "whether to use the mouse", label: "Mouse"),
    Preference(
      "name",
      .optional(
        \.name,
        .text(
          "give 1 to \(Wording.nameLimit) characters, none of them invisible",
          kind: .text(longest: Wording.nameLimit)
        ) {
          !$0.isEmpty && $0 == $0.harmless(limit: Wording.nameLimit)
        }),
      "the name others see", standardInWords: Login.userName, label: "Your name"),
    Preference(
      "server",
      .optional(\.server, .server), "the server to use if a command names none",
      standardInWords: standardServer, label: "Server"),
    Preference(
      "theme_file", .optional(\.themeFile, .file), "a file with your own card faces",
      more: "see facedown help config",
      valueName: "file", standardInWords: "none", label: "Custom faces"),
    Preference(
      "identity", .one(\.identity, .identity), "who you play as: own, guest, or a key file",
      label: "You play as"),
    Preference(
      "reactions", .one(\.showsReactions, .onOrOff),
      "whether to show other players' reactions", label: "Reactions"),
    Preference(
      "live_match", .one(\.showsLiveMatch, .onOrOff),
      "whether the home screen shows a live match", label: "Live match"),
    Preference(
      "ghosts", .one(\.showsGhosts, .onOrOff),
      "whether players see where the one on turn points", label: "Ghost cursors"),
    Preference(
      "turn_bell", .one(\.turnBell, .choice()),
      "when to ring the bell: turn, match start and end", label: "Turn bell"),
    Preference(
      "turn_title", .one(\.showsTitle, .onOrOff),
      "whether the window title says whose turn it is", label: "Window title"),
    Preference(
      "turn_notification", .one(\.turnNotification, .choice()),
      "desktop notification: turn, match start and end", label: "Notification"),
    Preference(
      "shared", .one(\.isShared, .onOrOff),
      "whether strangers use this program, as over ssh"),
    Preference(
      "public_server", .optional(\.publicServer, .server),
      "the server's address in links of a shared host",
      standardInWords: "the server"),
  ]
}

extension SettingForm where Value == String {
  /// A server's address.
  fileprivate static var server: SettingForm {
    text("give an address such as \(Preferences.standardServer)", kind: .text(longest: 80)) {
      Destination.server(of: $0) != nil
    }
  }
}

extension SettingForm where Value == IdentityChoice {
  /// `own`, `guest` or a path.
  fileprivate static var identity: SettingForm {
    SettingForm {
      $0.isEmpty || $0.utf8.contains(0) ? nil : IdentityChoice(word: $0)
    } word: {
      $0.word
    } remedy: { _ in
      "say own or guest, or give the path of a file"
    }
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

extension Preference {
  /// The allowed words; empty if it is free text.
  var choices: [String] {
    switch field.kind {
    case .word(let words): words
    case .toggle(let on, let off): [on, off]
    case .number, .path, .text: []
    }
  }

  /// The most characters that a form's field for it holds.
  var longest: Int { if case .text(let longest) = field.kind { longest } else { 200 } }

  /// What it does, as a sentence without its full stop.
  var sentence: String { abstract.capitalised }

  /// Its value in the settings file; empty if it is unset.
  func word(in preferences: Preferences) -> String { field.words(preferences).first ?? "" }

  /// The default in words.
  var standardWords: String {
    standardInWords.isEmpty ? word(in: .standard) : standardInWords
  }

  /// Stores a value; nothing if it has a problem, which is returned.
  func put(_ word: String, into preferences: inout Preferences) -> String? {
    if let problem = problem(with: word) { return problem }
    field.store([word], &preferences)
    return nil
  }

  /// The sentence for a word that is no value; nil for one that is.
  func problem(with word: String) -> String? {
    field.remedy(word).map { "\(name) is \"\(word.harmless(limit: 40))\": \($0)." }
  }
}

extension String {
  /// The text with a capital first letter.
  var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
