// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Typed commands", .timeLimit(.minutes(1)))
struct PlainCommandsTests {
  private static let table = Table(rows: 4, columns: 5)

  @Test(
    "A line is parsed into an action, ignoring case and spaces",
    arguments: [
      ("b3", .choose(place: 11)), (" A1\n", .choose(place: 0)), ("E4", .choose(place: 19)),
      ("deal", .deal), ("Ready ", .ready), ("SHUFFLE", .shuffle), ("restart", .restart),
      ("rematch", .rematch), ("quit", .leave), ("exit", .leave), ("leave", .leave), ("help", .help),
      ("?", .help), ("bot", .addBot("medium")), ("Bot Easy", .addBot("easy")),
      ("remove 2", .remove(SeatIndex(1))),
    ] as [(String, TableAction)])
  func actions(line: String, action: TableAction) throws {
    #expect(try PlainCommands.action(line, on: Self.table) == action)
  }

  @Test(
    "A line that is not understood is answered with what to type",
    arguments: [
      ("", "Type a card's place such as B3, or help."),
      (" \u{1b} ", "Type a card's place such as B3, or help."),
      ("f1", "There is no place F1; the board goes from A1 to E4."),
      ("a5", "There is no place A5; the board goes from A1 to E4."),
      ("a0", "There is no place A0; the board goes from A1 to E4."),
      ("zz999", "There is no place ZZ999; the board goes from A1 to E4."),
      ("dael", "\"dael\" is not a command. Type a card's place such as B3, or help."),
      ("b٣", "\"b٣\" is not a command. Type a card's place such as B3, or help."),
      ("3b", "\"3b\" is not a command. Type a card's place such as B3, or help."),
    ])
  func notUnderstood(line: String, sentence: String) {
    let error = #expect(throws: NotUnderstood.self) {
      try PlainCommands.action(line, on: Self.table)
    }
    #expect(error?.description == sentence)
  }

  @Test("A place is refused before cards are dealt")
  func noBoard() {
    #expect(throws: NotUnderstood.noBoard) {
      try PlainCommands.action("b3", on: Table(rows: 0, columns: 0))
    }
  }

  @Test("Help lists every command")
  func help() throws {
    for line in PlainCommands.help.split(separator: "\n") {
      // Two spaces separate a command from its description.
      let word = String(line[..<(line.firstRange(of: "  ")?.lowerBound ?? line.endIndex)])
      guard PlainQuestion(word) == nil else { continue }
      #expect(throws: Never.self) { try PlainCommands.action(word, on: Self.table) }
    }
  }
}
