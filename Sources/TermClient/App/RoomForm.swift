// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Crypto
import Game
import LibWebSockets
import MatchClient
import MatchUI
import TerminalUI

/// A row of the forms that lead to a match.
enum RoomField: Hashable, Sendable {
  case listen
  case server
  case code
  case name
  case fingerprint
  case pairs
  case theme
  case mode
  case bots
  case level
  case seats
  case turnLimit
  case shuffle
  case shuffleEvery
  case audience
  case rated
  /// The button that submits the form.
  case go
}

/// A form that leads to a match: its words, its rows and their check.
struct RoomForm: Sendable {
  private typealias Row = Form<RoomField>.Row
  private typealias Check = @Sendable (Form<RoomField>) -> (RoomField, String)?

  /// The title.
  let title: String
  /// One sentence about the form.
  let intro: String
  /// The rows, as filled in so far.
  var rows: Form<RoomField>
  private let check: Check

  private init(
    _ title: String, _ intro: String, _ rows: [Row], button: String,
    check: @escaping Check = { _ in nil }
  ) {
    self.title = title
    self.intro = intro
    self.rows = Form(rows + [Row(id: .go, label: button, control: .button)])
    self.check = check
  }

  /// A form that names a server, between its address and its fingerprint; on a shared host, where
  /// there is only one, it does not.
  private init(
    _ title: String, _ intro: String, _ preferences: Preferences,
    mayBeLink: Bool = false, _ rows: [Row] = [], button: String, check: Check? = nil
  ) {
    let check = check ?? { $0.problem(needsCode: mayBeLink) }
    guard !preferences.isShared else {
      self.init(title, intro, rows, button: button, check: check)
      return
    }
    let server = Row(
      id: .server, label: "Server",
      control: .text(
        TextField(
          preferences.server ?? Preferences.standardServer, limit: 120,
          placeholder: "ws://host:port/code", isSelected: true)),
      hint: mayBeLink ? "The server's address, or the link to the room." : "The server's address.")
    let fingerprint = Row(
      id: .fingerprint, label: "Fingerprint",
      control: .text(TextField(limit: 100, placeholder: "only for self-signed servers")),
      hint: "The certificate fingerprint that the server printed.")
    self.init(title, intro, [server] + rows + [fingerprint], button: button, check: check)
  }

  /// Whether it has rows besides its button.
  var asks: Bool { rows.rows.count > 1 }

  /// The form on a screen.
  var screen: FormScreen<RoomField, RenderStyle> {
    FormScreen(title, intro: intro, rows, check: check) { $0.unpack($1) }
  }
}

extension RoomForm {
  /// Against bots on this machine.
  static let play = bots("Against bots on this machine.")

  /// Against bots at the only server.
  static let playWhereShared = bots("Against bots.")

  private static func bots(_ intro: String) -> RoomForm {
    RoomForm(
      "Play", intro,
      [
        pairs, theme, mode,
        .init(
          id: .bots, label: "Bots", control: .stepper(Stepper(1, in: 0...(SeatIndex.limit - 1))),
          hint: "How many bots you play against; 0 to play alone."),
        .init(
          id: .level, label: "Their level",
          control: .choice(
            Choice(
              BotLevel.all.map { .init(value: $0.name, title: Wording.level($0)) },
              chosen: BotLevel.medium.name)), hint: "How well the bots play."),
        turnLimit, shuffle, shuffleEvery,
      ], button: "Play", check: { $0.seatsProblem })
  }

  /// A local server for others to join.
  static let host = RoomForm(
    "Host", "Runs a server here until you leave; others join by a link.",
    [
      pairs, theme, mode, seats(from: 1), turnLimit, shuffle, shuffleEvery,
      .init(
        id: .audience, label: "Who may watch",
        control: .choice(
          Choice([
            .init(value: "public", title: "anyone"),
            .init(value: "unlisted", title: "with the code"),
            .init(value: "locked", title: "nobody"),
          ])), hint: "Who may watch, and whether the room is listed."),
      .init(
        id: .listen, label: "Listen on",
        control: .text(TextField("0.0.0.0:7777", placeholder: "host:port")),
        hint: "Address and port of your server. 0.0.0.0 lets other machines in."),
    ], button: "Host", check: { $0.seatsProblem })

  /// A quick match.
  static func quick(_ preferences: Preferences) -> RoomForm {
    RoomForm(
      "Find a table", "Play with others who are looking for a match now.", preferences,
      [
        mode, seats(from: 2),
        .init(
          id: .rated, label: "Rated",
          control: .choice(
            Choice([
              .init(value: "no", title: "no", hint: "The result changes no rating."),
              .init(
                value: "yes", title: "yes",
                hint:
                  "The result changes your rating: leaving loses, and spectators are half a minute "
                  + "behind."),
            ]))),
      ], button: "Find a table", check: { $0.quickProblem })
  }

  /// Joins a room.
  static func join(_ preferences: Preferences) -> RoomForm {
    RoomForm(
      "Join", "Take a seat in somebody's room.", preferences, mayBeLink: true,
      [code(preferences), name(preferences, "The name others see.")], button: "Join")
  }

  /// Watches a room.
  static func watch(_ preferences: Preferences) -> RoomForm {
    RoomForm(
      "Watch", "Watch a match without playing.", preferences, mayBeLink: true,
      [code(preferences)], button: "Watch")
  }

  /// Asks for the player's name.
  static func name(_ preferences: Preferences) -> RoomForm {
    RoomForm(
      "Welcome", "What should others call you?",
      [name(preferences, "The name others see. You can change it in the settings.")],
      button: "Continue", check: { $0.nameProblem })
  }

  /// Names a server to list its rooms.
  static func rooms(_ preferences: Preferences) -> RoomForm {
    RoomForm("Rooms", "The rooms of a server, live.", preferences, button: "Show its rooms")
  }

  /// Names a server to list its best players.
  static func leaderboard(_ preferences: Preferences) -> RoomForm {
    RoomForm(
      "Leaderboard", "The best players of a server, by mode.", preferences,
      button: "Show its best players")
  }

  /// Names a server to play its daily deal.
  static func daily(_ preferences: Preferences) -> RoomForm {
    RoomForm(
      "Today", "The deal of the day, the same for everyone at a server.", preferences,
      button: "Show today's deal")
  }

  private static let pairs = Row(
    id: .pairs, label: "Pairs", control: .stepper(Stepper(8, in: 2...32)),
    hint: "Pairs on the table, 2 to 32.")
  private static let theme = Row(
    id: .theme, label: "Theme",
    control: .choice(
      Choice(
        ([ThemeName.random] + ThemeName.all).map {
          .init(value: $0, title: $0 == ThemeName.random ? "any" : Wording.theme($0))
        })), hint: "What is on the cards.")
  private static let mode = Row(
    id: .mode, label: "Mode",
    control: .choice(
      Choice(
        MatchSettings.Mode.accepted.map {
          .init(
            value: $0.rawValue, title: $0.rules.name, hint: Wording.sentence($0.rules.summary))
        })))
  private static let turnLimit = Row(
    id: .turnLimit, label: "A turn lasts",
    control: .choice(
      Choice(
        [0, 5, 10, 15, 20, 30, 45, 60, 90, 120].map {
          .init(value: "\($0)", title: $0 == 0 ? "as long as you like" : "\($0) seconds")
        }, chosen: "30")),
    hint: "Then the turn passes. " + Wording.sentence("\(ownLimits) have their own limits"))
  /// The modes that take no turn limit.
  private static let ownLimits = Wording.list(
    MatchSettings.Mode.accepted.map { $0.rules }.filter { $0.turnClock != .chosen }.map { $0.name })
  private static let shuffle = Row(
    id: .shuffle, label: "Shuffling",
    control: .choice(
      Choice(
        [
          (MatchSettings.Shuffle.trackable, "in the open"), (.blind, "blind"), (.off, "never"),
        ].map {
          .init(value: $0.0.rawValue, title: $0.1, hint: Wording.explanation(of: $0.0))
        })))
  private static let shuffleEvery = Row(
    id: .shuffleEvery, label: "Shuffle when",
    control: .choice(
      Choice(
        [0, 4, 6, 8, 12, 16, 24, 32].map {
          .init(
            value: "\($0)", title: $0 == 0 ? "a player asks" : "every \($0) turns",
            hint: $0 == 0
              ? "Each player may ask once, during their own turn."
              : "Automatically, between turns.")
        })))
  private static func code(_ preferences: Preferences) -> Row {
    .init(
      id: .code, label: "Code",
      control: .text(TextField(limit: 120, placeholder: "such as K7QF2")),
      hint: preferences.isShared
        ? "The room's code." : "The room's code. Leave it empty if the link contains it.")
  }
  private static func name(_ preferences: Preferences, _ hint: String) -> Row {
    .init(
      id: .name, label: "Your name",
      control: .text(
        TextField(preferences.playerName, limit: Wording.nameLimit, isSelected: true)), hint: hint)
  }

  private static func seats(from least: Int) -> Row {
    .init(
      id: .seats, label: "Seats", control: .stepper(Stepper(2, in: least...SeatIndex.limit)),
      hint: "How many play, including you.")
  }
}
