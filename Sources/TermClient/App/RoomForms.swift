// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Cells
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

/// The forms that lead to a match, and their values.
enum RoomForms {
  typealias RoomForm = Form<RoomField>

  /// Against bots on this machine.
  static let play = RoomForm([
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
    turnLimit, shuffle, shuffleEvery, button("Play"),
  ])

  /// A local server for others to join.
  static let host = RoomForm([
    pairs, theme, mode,
    .init(
      id: .seats, label: "Seats", control: .stepper(Stepper(2, in: 1...SeatIndex.limit)),
      hint: "How many play, including you."),
    turnLimit, shuffle, shuffleEvery,
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
    button("Host"),
  ])

  /// A quick match.
  static func quick(_ preferences: Preferences) -> RoomForm {
    RoomForm([
      server(preferences, "The server's address."), mode,
      .init(
        id: .seats, label: "Seats", control: .stepper(Stepper(2, in: 2...SeatIndex.limit)),
        hint: "How many play, including you."),
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
          ])), hint: ""),
      fingerprint, button("Find a table"),
    ])
  }

  /// Joins a room.
  static func join(_ preferences: Preferences) -> RoomForm {
    RoomForm([
      server(preferences, "The server's address, or the link to the room."), code,
      name(preferences, "The name others see."), fingerprint, button("Join"),
    ])
  }

  /// Asks for the player's name.
  static func name(_ preferences: Preferences) -> RoomForm {
    RoomForm([
      name(preferences, "The name others see. You can change it in the settings."),
      button("Continue"),
    ])
  }

  /// Watches a room.
  static func watch(_ preferences: Preferences) -> RoomForm {
    RoomForm([
      server(preferences, "The server's address, or the link to the room."), code, fingerprint,
      button("Watch"),
    ])
  }

  /// Names a server to list its rooms.
  static func rooms(_ preferences: Preferences) -> RoomForm {
    RoomForm([
      server(preferences, "The server's address."), fingerprint, button("Show its rooms"),
    ])
  }

  /// Names a server to list its best players.
  static func leaderboard(_ preferences: Preferences) -> RoomForm {
    RoomForm([
      server(preferences, "The server's address."), fingerprint, button("Show its best players"),
    ])
  }

  private static let pairs = RoomForm.Row(
    id: .pairs, label: "Pairs", control: .stepper(Stepper(8, in: 2...32)),
    hint: "Pairs on the table, 2 to 32.")
  private static let theme = RoomForm.Row(
    id: .theme, label: "Theme",
    control: .choice(
      Choice(
        ([ThemeName.random] + ThemeName.all).map {
          .init(value: $0, title: $0 == ThemeName.random ? "any" : Wording.theme($0))
        })), hint: "What is on the cards.")
  private static let mode = RoomForm.Row(
    id: .mode, label: "Mode",
    control: .choice(
      Choice(
        MatchSettings.Mode.accepted.map {
          .init(
            value: $0.rawValue, title: $0.rules.name, hint: Wording.sentence($0.rules.summary))
        })))
  private static let turnLimit = RoomForm.Row(
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
  private static let shuffle = RoomForm.Row(
    id: .shuffle, label: "Shuffling",
    control: .choice(
      Choice(
        [
          (MatchSettings.Shuffle.trackable, "in the open"), (.blind, "blind"), (.off, "never"),
        ].map {
          .init(value: $0.0.rawValue, title: $0.1, hint: Wording.explanation(of: $0.0))
        })))
  private static let shuffleEvery = RoomForm.Row(
    id: .shuffleEvery, label: "Shuffles",
    control: .choice(
      Choice(
        [0, 4, 6, 8, 12, 16, 24, 32].map {
          .init(
            value: "\($0)", title: $0 == 0 ? "once per player" : "every \($0) turns",
            hint: $0 == 0
              ? "Each player may shuffle once, during their own turn."
              : "Automatically, between turns.")
        })))
  private static let code = RoomForm.Row(
    id: .code, label: "Code", control: .text(TextField(limit: 120, placeholder: "such as K7QF2")),
    hint: "The room's code. Leave it empty if the link contains it.")
  private static let fingerprint = RoomForm.Row(
    id: .fingerprint, label: "Fingerprint",
    control: .text(TextField(limit: 100, placeholder: "only for self-signed servers")),
    hint: "The certificate fingerprint that the server printed.")

  private static func name(_ preferences: Preferences, _ hint: String) -> RoomForm.Row {
    .init(
      id: .name, label: "Your name",
      control: .text(
        TextField(preferences.playerName, limit: Wording.nameLimit, isSelected: true)), hint: hint)
  }

  private static func server(_ preferences: Preferences, _ hint: String) -> RoomForm.Row {
    .init(
      id: .server, label: "Server",
      control: .text(
        TextField(
          preferences.server ?? Preferences.standardServer, limit: 120,
          placeholder: "ws://host:port/code", isSelected: true)), hint: hint)
  }

  private static func button(_ label: String) -> RoomForm.Row {
    .init(id: .go, label: label, control: .button, hint: "")
  }
}

extension Form where ID == RoomField {
  /// The rules filled in; without shuffling, the shuffle interval is ignored.
  var settings: MatchSettings {
    let shuffle = MatchSettings.Shuffle(rawValue: value(.shuffle)) ?? .trackable
    let seats = number(.seats) > 0 ? number(.seats) : number(.bots) + 1
    return MatchSettings(
      pairs: number(.pairs), seats: seats,
      mode: MatchSettings.Mode(rawValue: value(.mode)) ?? .memorize,
      turnLimit: .seconds(Int(value(.turnLimit)) ?? 30), shuffle: shuffle,
      shuffleEvery: shuffle == .off ? 0 : Int(value(.shuffleEvery)) ?? 0, theme: value(.theme),
      audience: MatchSettings.Audience(rawValue: value(.audience)) ?? .public)
  }

  /// The error in the number of players, with its row, if any.
  var seatsProblem: (RoomField, String)? {
    let (rules, hasSeats) = (settings.mode.rules, number(.seats) > 0)
    guard !rules.seatChoices.contains(settings.seats) else { return nil }
    let choices = Wording.list(rules.seatChoices.map { "\(hasSeats ? $0 : $0 - 1)" }, "or")
    let things = hasSeats ? "seats" : "bots"
    return (hasSeats ? .seats : .bots, "In \(rules.name) choose \(choices) \(things).")
  }

  /// The quick match filled in.
  var quickAction: LaunchAction {
    .quick(settings.mode, seats: number(.seats), isRated: value(.rated) == "yes")
  }

  /// The error in a quick match, with its row, if any.
  var quickProblem: (RoomField, String)? {
    if let problem = problem(needsCode: false) { return problem }
    do throws(Refusal) {
      _ = try MatchSettings.quick(
        mode: settings.mode, seats: number(.seats), isRated: value(.rated) == "yes")
      return nil
    } catch {
      return (error.fact("field") == "mode" ? .mode : .seats, RefusalSentences().sentence(error))
    }
  }

  /// The level of the bots.
  var level: BotLevel { BotLevel.named(value(.level)) ?? .medium }

  /// Distributes a link, an invitation or a room's code, pasted into a row for one of them, to the
  /// rows it has values for.
  ///
  /// - Returns: whether the text was one of these.
  mutating func unpack(_ pasted: String) -> Bool {
    guard focused.id == .server || focused.id == .code, let place = try? Destination(pasted) else {
      return false
    }
    if let url = place.url {
      // Keeps the fact that a link is for watching.
      let link = url.code.map { "\(url)/\($0)/watch" }
      put(url.isToWatch ? link ?? "\(url)" : "\(url)", into: .server)
    }
    if let code = place.code { put(code, into: .code) }
    if let fingerprint = place.fingerprint { put("\(fingerprint)", into: .fingerprint) }
    return true
  }

  /// The server filled in; nil if it is invalid.
  var url: ServerURL? { try? Destination(text(.server)).url }

  /// The room's code, from its row or from the link.
  var code: String? {
    let code = text(.code).uppercased().asRoomCode
    return code.isEmpty ? url?.code : code
  }

  /// The name and the trust filled in.
  func login(guest: String) -> Login {
    let name = text(.name)
    let trust = CertificateFingerprint(text(.fingerprint)).map {
      ConnectOptions.Trust.fingerprint($0)
    }
    return Login(name: name.isEmpty ? guest : name, trust: trust ?? .system)
  }

  /// The error in the name, with its row, if any.
  var nameProblem: (RoomField, String)? {
    text(.name).isEmpty ? (.name, "Enter a name.") : nil
  }

  /// The error in the server or the room, with its row, if any.
  func problem(needsCode: Bool) -> (RoomField, String)? {
    do {
      _ = try Destination(text(.server)).url(or: nil)
    } catch let error as ServerURLError {
      return (.server, error.description)
    } catch {
      return (.server, "This is a room code: enter it below, and the server's address here.")
    }
    let fingerprint = text(.fingerprint)
    if !fingerprint.isEmpty {
      guard CertificateFingerprint(fingerprint) != nil else {
        return (.fingerprint, "A fingerprint is 64 hexadecimal digits, as the server prints it.")
      }
      guard url?.isEncrypted == true else {
        return (
          .fingerprint,
          "Only wss:// servers have a certificate: use wss:// above, or leave this empty."
        )
      }
    }
    guard !needsCode || code != nil else {
      return (.code, "Which room? Enter its code, for example K7QF2, or paste its link above.")
    }
    return nil
  }
}
