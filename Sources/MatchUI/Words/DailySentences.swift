// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
package import Game
package import Protocol

/// Daily deals in words.
package enum DailySentences {
  /// Who is first on a board.
  package static let goal = "The fewest turns win; ties go to the fastest."
  /// What a daily deal is.
  package static let explanation =
    "One deck a day, the same for everyone, played alone and once. \(goal) A new deal begins at "
    + "midnight UTC."
  /// Above the rules, to somebody who is about to play.
  package static let beginning = "Press Enter to begin today's deal."
  /// What is special about a daily deal, to somebody who is about to play it.
  package static let once =
    "Everyone plays the same cards today, alone, and only once. \(goal)"
  /// For somebody who plays and has no key.
  package static let guest =
    "The daily deal needs your key, because everyone plays it once: play without --guest."

  /// `The deal of 2026-11-27`.
  package static func title(_ day: Day) -> String { "The deal of \(day)" }

  /// `17 turns in 1:23`.
  package static func result(_ result: DailyResult) -> String {
    "\(Wording.count(result.turns, "turn")) in \(Playback.clock(result.duration, exact: false))"
  }

  /// Where a player stands on a board, whose day may be over: `You took 17 turns in 1:23: place 3 of
  /// 41.`, or what there is to do.
  package static func standing(_ board: DailyBoard, isOver: Bool) -> String {
    if let own = board.own {
      let others = board.players > 1 ? ": place \(own.rank) of \(board.players)." : "."
      return "You took \(result(own.result))\(others)"
    }
    if isOver { return board.isPlayed ? "You did not finish it." : finishers(of: board) + "." }
    if board.isPlayed { return "You did not finish it; come back tomorrow." }
    guard board.players > 0 else { return "Nobody has finished it yet." }
    return "\(finishers(of: board)); you have not played it."
  }

  private static func finishers(of board: DailyBoard) -> String {
    board.players > 0
      ? "\(Wording.count(board.players, "player")) finished it" : "Nobody finished it"
  }

  /// `Streak: 3 days, longest 9.`; empty without a streak.
  package static func streak(_ daily: Daily) -> String {
    guard daily.longestStreak > 0 else { return "" }
    let days = Wording.count(daily.streak, "day")
    return daily.longestStreak > daily.streak
      ? "Streak: \(days), longest \(daily.longestStreak)." : "Streak: \(days)."
  }

  /// A board as lines: the head, then a line a player.
  package static func lines(of board: DailyBoard, you: String?) -> [DailyLine] {
    let players = board.rows.map { Optional($0.player) }
    return board.rows.map { row in
      let name = Wording.name(row.player, seat: SeatIndex(0), among: players)
      let isYou = you != nil && row.player.id == you
      return DailyLine(
        rank: "\(row.rank)", name: (isYou ? "\(name) (you)" : name).harmless(limit: 40),
        turns: "\(row.result.turns)", time: Playback.clock(row.result.duration, exact: false),
        isYou: isYou)
    }
  }

  /// What is played while the server is away.
  package static func offline(_ day: Day) -> String {
    "You play the deal of \(day) offline; it counts nowhere."
  }

  /// A past deal played again, beside its record.
  ///
  /// - Parameters:
  ///   - result: the new result; nil if it was not finished.
  ///   - past: the day's board.
  /// - Returns: the sentences.
  package static func comparison(_ result: DailyResult?, with past: DailyBoard) -> String {
    let record = past.rows.first.map { best in
      "The record of \(past.day): \(Self.result(best.result)) by "
        + "\(Wording.name(best.player, seat: SeatIndex(0)))."
    }
    let own = result.map { result in
      let place = 1 + past.rows.count { $0.result < result }
      let rank = past.rows.isEmpty || place > past.rows.count ? "" : ", good for place \(place)"
      return "You took \(Self.result(result))\(rank)."
    }
    return [own ?? "You did not finish it.", record].compactMap { $0 }.joined(separator: " ")
  }

  /// A server has published one commitment for a day and states another.
  package static func otherCommitment(_ day: Day) -> String {
    "The server has changed its commitment to the deal of \(day): it may have chosen the cards. Ask its "
      + "operator."
  }

  /// A revealed seed does not match its commitment.
  package static func wrongSeed(_ day: Day) -> String {
    "The seed of \(day) does not match its commitment: the server has cheated."
  }

  /// The match at a table is not the day's.
  package static let otherDeal =
    "The server deals other cards than those it has published for this day: it has cheated."

  /// A board as a table, below its title; the standing last.
  package static func table(_ board: DailyBoard, isOver: Bool, you: String?) -> String {
    let lines = lines(of: board, you: you)
    let all = lines.isEmpty ? [] : [DailyLine.head] + lines
    let rows = TextTable.lines(all.map { [$0.rank, $0.turns, $0.time, $0.name] })
    return ([title(board.day)] + rows + [standing(board, isOver: isOver)]).joined(separator: "\n")
  }
}

/// One player's line on the board of a daily deal, in words.
package struct DailyLine: Hashable, Sendable {
  /// The rank.
  package let rank: String
  /// The player's name, marked if it is the viewer.
  package let name: String
  /// The turns taken.
  package let turns: String
  /// The time taken.
  package let time: String
  /// Whether it is the viewer's.
  package let isYou: Bool

  /// The column headers.
  package static let head = DailyLine(
    rank: "#", name: "Player", turns: "Turns", time: "Time", isYou: false)
}
