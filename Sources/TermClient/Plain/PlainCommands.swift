// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Cells
import Game
import MatchUI
import Protocol
import Stage
import TerminalUI

/// Why a typed line is not a command.
enum NotUnderstood: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing was typed.
  case empty
  /// Not a known command.
  case unknown(String)
  /// A place outside the board; `last` is the board's last place.
  case noSuchPlace(String, last: String)
  /// A place, but no cards are dealt.
  case noBoard

  var description: String {
    switch self {
    case .empty: "Type a card's place such as B3, or help."
    case .unknown(let text):
      "\"\(text)\" is not a command. Type a card's place such as B3, or help."
    case .noSuchPlace(let text, let last):
      "There is no place \(text); the board goes from A1 to \(last)."
    case .noBoard: "No cards are on the table yet. Type help for what you can do."
    }
  }
}

/// Parses the typed lines of plain mode into actions.
enum PlainCommands {
  /// The text of `help`, one line per command.
  static let help = """
    B3        turn the card in column B, row 3
    ready     get ready to play
    deal      deal the cards
    shuffle   shuffle the cards on the table, once a match
    restart   end this match and begin another, if everyone wants it
    rematch   play again after the end
    quit      leave the room
    bot easy  add a bot, before a match, if you own the room
    remove 2  remove the player in seat 2, before a match, if you own the room
    wave      show a reaction; also clap, laugh, wow, oops, hmm
    thanks    say it; also good luck, well played, one moment, so close, good game
    look      list the cards, row by row
    score     list everyone's points and pairs
    turn      say whose turn it is, and the time left
    choices   list what you can do now, numbered
    help      list these commands
    """

  /// The action a line asks for, ignoring case; `table` may have no places yet.
  ///
  /// - Throws: `NotUnderstood`.
  static func action(_ line: String, on table: Table) throws(NotUnderstood) -> TableAction {
    let word = line.harmless(limit: 40)
    switch word.lowercased() {
    case "": throw .empty
    case "ready": return .ready
    case "deal": return .deal
    case "shuffle": return .shuffle
    case "restart": return .restart
    case "rematch": return .rematch
    case "quit", "exit", "leave": return .leave
    case "help", "?": return .help
    default: break
    }
    let said = word.lowercased()
    if let index = ReactionKind.allCases.firstIndex(where: {
      $0.rawValue.replacing("_", with: " ") == said || $0.words.lowercased() == said
    }) {
      return .react(index)
    }
    if let seat = word.lowercased().removedSeat { return .remove(seat) }
    if let level = word.lowercased().botLevel { return .addBot(level) }
    let name = word.uppercased()
    guard name.isPlaceName else { throw .unknown(word) }
    guard !table.places.isEmpty else { throw .noBoard }
    guard let place = Coordinates.place(name, on: table) else {
      let last = table.places.upperBound - 1
      throw .noSuchPlace(name, last: Coordinates.name(last, columns: table.columns))
    }
    return .choose(place: place)
  }
}

extension String {
  /// The seat of `remove 2`; nil for any other command.
  fileprivate var removedSeat: SeatIndex? {
    let words = split(separator: " ")
    guard words.count == 2, words[0] == "remove", let number = Int(words[1]),
      (1...SeatIndex.limit).contains(number)
    else { return nil }
    return SeatIndex(number - 1)
  }

  /// The level of `bot easy`, medium for `bot` alone; nil for any other command.
  fileprivate var botLevel: String? {
    let words = split(separator: " ").map(String.init)
    guard words.first == "bot", words.count <= 2 else { return nil }
    return words.count == 2 ? words[1] : BotLevel.medium.name
  }

  /// Whether it looks like a place's name: one or two letters, then up to three digits.
  fileprivate var isPlaceName: Bool {
    let letters = prefix { ("A"..."Z").contains($0) }
    let digits = dropFirst(letters.count)
    return (1...2).contains(letters.count) && (1...3).contains(digits.count)
      && digits.allSatisfy { ("0"..."9").contains($0) }
  }
}
