// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Bots
import Cells
package import Game
package import MatchClient

/// Words that sentences and screens share.
package enum Wording {
  /// The maximum number of characters of a name, here and at the server.
  package static let nameLimit = 24

  /// A player's sanitised name, or `Seat 2` if nothing is left of it.
  package static func name(_ player: Player?, seat: SeatIndex) -> String {
    let name = player?.name.harmless(limit: nameLimit) ?? ""
    return name.isEmpty ? "Seat \(seat.rawValue &+ 1)" : name
  }

  /// A player's name in a list, with a suffix if somebody else there has the same name: `Ana
  /// ·k7q2`, `Ana ·guest` or `Ana ·bot`.
  package static func name(
    _ player: Player?, seat: SeatIndex, among players: [Player?], limit: Int = nameLimit
  ) -> String {
    let name = name(player, seat: seat)
    guard let player else { return name }
    let alike = players.compactMap { $0 }.filter { other in
      Self.name(other, seat: seat).lowercased() == name.lowercased()
    }
    guard alike.count > 1 else { return name }
    let mark =
      if let id = player.id {
        Fingerprint.text(of: id, Fingerprint.length(for: alike.compactMap { $0.id }))
      } else {
        player.isBot ? "bot" : "guest"
      }
    // A long name is shortened to make room for the mark.
    return name.shortened(to: max(limit - mark.cells - 2, 1)) + " ·\(mark)"
  }

  /// The command for others to enter a room: `join` while a seat is free, then `watch`; nil if the
  /// room takes no spectators.
  ///
  /// Seats at rated tables are assigned by quick match.
  package static func entrance(to settings: MatchSettings, isFull: Bool) -> String? {
    guard isFull || settings.isRated else { return "join" }
    return settings.audience == .locked ? nil : "watch"
  }

  /// An operator's notice to everyone, marked so that it is not taken for the program's own words.
  package static func notice(_ text: String) -> String {
    "Server notice: \(plain(text))"
  }

  /// For a face that does not match its commitment.
  package static let brokenCommitment =
    "A card's face is not the one dealt: this server is cheating. Leave it."

  /// For a share of the deal, from this seat, that was not used.
  package static func shareLost(_ problem: ShareProblem) -> String {
    switch problem {
    case .broken:
      "The server replaced your share of the deal: it is cheating. Leave it."
    case .unopened:
      "Your share of the deal arrived too late and was not used. If you do not trust this server, "
        + "ask for another match."
    }
  }

  /// For another seat's share that does not match its commitment.
  package static func shareForged(of player: String) -> String {
    "\(player)'s share of the deal does not match its commitment: this server is cheating. "
      + "Leave it."
  }

  /// For a move to another node that is not followed.
  package static func notFollowed(_ problem: MoveProblem) -> String {
    let cause =
      switch problem {
      case .badAddress: "The server named an address that cannot be read"
      case .otherHost: "The server named another host, which is not followed"
      case .tooOften: "The servers sent this program from one to the next too often"
      }
    return "\(cause); connecting to the first address again."
  }

  /// A server's own text, sanitised.
  package static func plain(_ words: String) -> String { words.harmless(limit: 300) }

  /// A clause as a sentence, with a capital letter and a full stop.
  package static func sentence(_ clause: String) -> String {
    "\(clause.prefix(1).uppercased())\(clause.dropFirst())."
  }

  /// `1 point`, `14 points`.
  package static func count(_ number: Int, _ one: String) -> String {
    number == 1 || number == -1 ? "\(number) \(one)" : "\(number) \(one)s"
  }

  /// `+8`, `-1`: the sign is always there.
  package static func signed(_ number: Int) -> String {
    number < 0 ? "\(number)" : "+\(number)"
  }

  /// `Ana`, `Ana and Ben`, `Ana, Ben and Cy`, or with `or` instead of `and`.
  package static func list(_ items: [String], _ conjunction: String = "and") -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return "\(items.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }

  /// What is wrong with the connection, in two words; empty while nothing is, and before the first
  /// measurement.
  static func line(_ quality: ConnectionQuality) -> String {
    switch quality.level {
    case .good, .fair: ""
    case .poor: "slow connection"
    case .none: quality.roundTrip == nil ? "" : "no answer"
    }
  }

  /// The result of a match in zen, beside the expectation for a perfect memory.
  static func together(turns: Int, pairs: Int) -> String {
    let tenths = Int((PerfectPlay.expectedTurns(pairs: min(max(pairs, 0), 32)) * 10).rounded())
    return "All pairs in \(count(turns, "turn")); a perfect memory needs "
      + "\(tenths / 10).\(tenths % 10) on average."
  }

  /// A theme's name as words.
  package static func theme(_ name: String) -> String {
    name.harmless(limit: nameLimit).split(separator: "_").joined(separator: " and ")
  }

  /// A bot's level and its strength: `easy: remembers a turn or so`.
  package static func level(_ level: BotLevel) -> String { "\(level.name): \(level.summary)" }
}

extension String {
  /// A room's code as a server sent it, sanitised: letters and digits, at most 20.
  package var asRoomCode: String {
    String(filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(20))
  }
}
