// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import MatchClient

/// Words that sentences and screens share.
enum Wording {
  /// The most characters of a name that are shown; the server takes no longer ones.
  static let nameLimit = 24

  /// A player's name made harmless, or the seat's number where nothing is left of it.
  static func name(_ player: Player?, seat: SeatIndex) -> String {
    let name = player?.name.harmless(limit: nameLimit) ?? ""
    return name.isEmpty ? "Seat \(seat.rawValue &+ 1)" : name
  }

  /// A player's name in a list: where another one there has the same, with what tells them apart, as
  /// in `Ana ·k7q2`, `Ana ·guest` or `Ana ·bot`.
  static func name(
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
    // The mark is what matters, so a long name makes room for it.
    return name.shortened(to: max(limit - mark.cells - 2, 1)) + " ·\(mark)"
  }

  /// What others do to get to a room: `join` as long as a seat is free, then `watch`; nil where nobody
  /// else may.
  static func entrance(to settings: MatchSettings, isFull: Bool) -> String? {
    guard isFull else { return "join" }
    return settings.audience == .locked ? nil : "watch"
  }

  /// What the people who run a server say to everyone, told from what the program says.
  static func notice(_ text: String) -> String {
    "The host says: \(plain(text))"
  }

  /// That a face shown is another than the one that lay there.
  static let brokenCommitment =
    "A face is not the one that was dealt: this server cheats, so leave it."

  /// That this seat's share of the deal does not count, and what to make of it.
  static func shareLost(_ problem: ShareProblem) -> String {
    switch problem {
    case .broken:
      "Your share of the deal was replaced by another: this server cheats, so leave it."
    case .unopened:
      "Your share of the deal was not there in time and does not count: if you do not trust the server, "
        + "ask for another match."
    }
  }

  /// That what the server says of another seat's share contradicts itself.
  static func shareForged(of player: String) -> String {
    "The share of the deal of \(player) is not the one that was committed to: this server cheats, "
      + "so leave it."
  }

  /// A server's own words, made harmless.
  static func plain(_ words: String) -> String { words.harmless(limit: 300) }

  /// `1 point`, `14 points`.
  static func count(_ number: Int, _ one: String) -> String {
    number == 1 || number == -1 ? "\(number) \(one)" : "\(number) \(one)s"
  }

  /// `+8`, `-1`: the sign is always there.
  static func signed(_ number: Int) -> String {
    number < 0 ? "\(number)" : "+\(number)"
  }

  /// `Ana`, `Ana and Ben`, `Ana, Ben and Cy`.
  static func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return "\(items.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// How well the server's time is known, as in `±3 ms`, and whether the line is bad; empty before
  /// anything is known.
  static func line(_ quality: ConnectionQuality) -> String {
    let bound = quality.bound.map { "±\($0.upToMilliseconds) ms" } ?? ""
    switch quality.level {
    case .good, .fair: return bound
    case .poor: return bound.isEmpty ? "slow line" : "\(bound), slow line"
    case .none: return quality.bound == nil ? "" : "no answer"
    }
  }

  /// What a match in zen came to, beside what perfect play expects.
  static func together(turns: Int, pairs: Int) -> String {
    let tenths = Int((PerfectPlay.expectedTurns(pairs: min(max(pairs, 0), 32)) * 10).rounded())
    return "All pairs in \(count(turns, "turn")); a perfect memory needs "
      + "\(tenths / 10).\(tenths % 10) on average."
  }

  /// A theme's name as words.
  static func theme(_ name: String) -> String {
    name.harmless(limit: nameLimit).split(separator: "_").joined(separator: " ")
  }

  /// A level of bots and what to expect of it: `easy: remembers a turn or so`.
  static func level(_ level: BotLevel) -> String { "\(level.name): \(level.summary)" }
}

extension String {
  /// As much of the text as takes so many cells.
  func shortened(to cells: Int) -> String {
    guard self.cells > cells else { return self }
    var text = ""
    for character in self where (text + String(character)).cells <= cells { text.append(character) }
    return text
  }
}

extension Duration {
  /// Whole milliseconds, rounded up, at least one: a bound is never said to be better than it is.
  var upToMilliseconds: Int64 { max((wholeMicroseconds + 999) / 1000, 1) }
}

extension String {
  /// The text without anything that could control a terminal, on one line, at most `limit`
  /// characters long: the one place where text of other people is made fit to print.
  func harmless(limit: Int) -> String {
    var text = ""
    for character in self where text.count < limit {
      if character.isWhitespace {
        if let last = text.last, last != " " { text.append(" ") }
        continue
      }
      // A few marks make a letter; a pile of them is no letter any more.
      var kept = String.UnicodeScalarView()
      for scalar in character.unicodeScalars.prefix(8) where scalar.isHarmless {
        kept.append(scalar)
      }
      if kept.first?.cells ?? 0 > 0 { text.unicodeScalars.append(contentsOf: kept) }
    }
    if text.last == " " { text.removeLast() }
    return text
  }

  /// A room's code as a server gave it, fit to print and to type: letters and digits, a few.
  var asRoomCode: String {
    String(filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(20))
  }
}
