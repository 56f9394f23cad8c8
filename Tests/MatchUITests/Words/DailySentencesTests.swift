// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchUI
import Protocol
import Testing

@Suite("Daily deals in words", .timeLimit(.minutes(1)))
struct DailySentencesTests {
  private static let day = Day(number: 20_784)

  private static func row(_ rank: Int, _ name: String, _ turns: Int, _ seconds: Double)
    -> DailyBoard.Row
  {
    DailyBoard.Row(
      rank: rank, player: Player(name: name, id: "p-\(name)"),
      result: DailyResult(turns: turns, duration: .milliseconds(Int(seconds * 1000))))
  }

  private static func board(
    _ rows: [DailyBoard.Row] = [], own: DailyBoard.Row? = nil, isPlayed: Bool = false
  ) -> DailyBoard {
    DailyBoard(
      day: day, commitment: [], players: rows.count, rows: rows, own: own,
      isPlayed: isPlayed || own != nil)
  }

  private static let rows = [row(1, "Ann", 14, 62.9), row(2, "Ben", 117, 3723)]

  @Test("are a table, in which the viewer is marked")
  func table() {
    #expect(
      DailySentences.table(Self.board(Self.rows, own: Self.rows[1]), isOver: false, you: "p-Ben")
        == """
        The deal of 2026-11-27
        #  Turns     Time  Player
        1     14     1:02  Ann
        2    117  1:02:03  Ben (you)
        You took 117 turns in 1:02:03: place 2 of 2.
        """)
    #expect(
      DailySentences.table(Self.board(), isOver: false, you: nil)
        == "The deal of 2026-11-27\nNobody has finished it yet.")
  }

  @Test("say where somebody stands")
  func standing() {
    let only = Self.row(1, "Ann", 1, 0)
    #expect(Self.standing(Self.board([only], own: only)) == "You took 1 turn in 0:00.")
    #expect(
      Self.standing(Self.board(Self.rows)) == "2 players finished it; you have not played it.")
    #expect(
      Self.standing(Self.board(isPlayed: true)) == "You did not finish it; come back tomorrow.")
    for (board, sentence) in [
      (Self.board(), "Nobody finished it."), (Self.board(Self.rows), "2 players finished it."),
      (Self.board(isPlayed: true), "You did not finish it."),
    ] {
      #expect(DailySentences.standing(board, isOver: true) == sentence)
    }
  }

  private static func standing(_ board: DailyBoard) -> String {
    DailySentences.standing(board, isOver: false)
  }

  @Test(
    "count days in a row",
    arguments: [
      (0, 0, ""), (1, 1, "Streak: 1 day."), (4, 9, "Streak: 4 days, longest 9."),
      (0, 3, "Streak: 0 days, longest 3."),
    ])
  func streak(_ streak: Int, _ longest: Int, _ sentence: String) {
    let daily = Daily(
      id: RequestID(1), today: Self.board(), last: Self.board(), nextCommitment: [],
      streak: streak, longestStreak: longest)
    #expect(DailySentences.streak(daily) == sentence)
  }

  @Test("compare a past deal with its record")
  func comparison() {
    let past = Self.board(Self.rows)
    let result = DailyResult(turns: 15, duration: .seconds(60))
    #expect(
      DailySentences.comparison(result, with: past)
        == "You took 15 turns in 1:00, good for place 2. The record of 2026-11-27: "
        + "14 turns in 1:02 by Ann.")
    #expect(
      DailySentences.comparison(nil, with: past)
        == "You did not finish it. The record of 2026-11-27: 14 turns in 1:02 by Ann.")
    #expect(
      DailySentences.comparison(DailyResult(turns: 999, duration: .zero), with: past)
        .hasPrefix("You took 999 turns in 0:00. The record"))
    #expect(
      DailySentences.comparison(result, with: Self.board()) == "You took 15 turns in 1:00.")
  }
}

extension Daily {
  /// The deals of a server that nobody has played at.
  static let empty = Daily(
    id: RequestID(1), today: DailyBoard(day: Day(number: 1), commitment: []),
    last: DailyBoard(day: Day(number: 0), commitment: []), nextCommitment: [])
}
