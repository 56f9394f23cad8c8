// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Crypto
import Game
import LibWebSockets
import MatchClient
import MatchUI
import TerminalUI

// What a form says once it is filled in.

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

  /// The error in the number of players, with its row, if any.
  var seatsProblem: (RoomField, String)? {
    let (rules, hasSeats) = (settings.mode.rules, number(.seats) > 0)
    guard !rules.seatChoices.contains(settings.seats) else { return nil }
    let choices = Wording.list(rules.seatChoices.map { "\(hasSeats ? $0 : $0 - 1)" }, "or")
    let things = hasSeats ? "seats" : "bots"
    return (hasSeats ? .seats : .bots, "In \(rules.name) choose \(choices) \(things).")
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
    let hasServer = rows.contains { $0.id == .server }
    if hasServer, let problem = serverProblem { return problem }
    guard needsCode, code == nil else { return nil }
    let link = hasServer ? ", or paste its link above" : ""
    return (.code, "Which room? Enter its code, for example K7QF2\(link).")
  }

  private var serverProblem: (RoomField, String)? {
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
    return nil
  }
}
