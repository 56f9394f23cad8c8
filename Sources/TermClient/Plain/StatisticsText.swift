// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import Replays
import TerminalUI

/// Statistics of a match as text or as JSON.
enum StatisticsText {
  /// The lines of a match.
  static func lines(_ statistics: MatchStatistics) -> [String] {
    let seconds = statistics.duration.wholeMilliseconds / 1000
    let heading =
      "Match \(statistics.matchID.harmless(limit: 64)): \(statistics.settings.mode.rawValue), "
      + "\(Wording.count(statistics.settings.pairs, "pair")), \(statistics.reason.rawValue) after "
      + "\(seconds / 60) min \(seconds % 60) s"
    let rules = statistics.settings.mode.rules
    return [heading] + statistics.players.flatMap { lines($0, rules) }
  }

  private static func lines(_ player: PlayerStatistics, _ rules: ModeRules) -> [String] {
    let points = rules.hasScores ? "\(Wording.count(player.score, "point")), " : ""
    let bot = player.player.isBot ? " (bot)" : ""
    let name = Wording.name(player.player, seat: player.seat)
    var lines = [
      "\(player.rank). \(name)\(bot)\(Wording.team(of: player.seat, rules)): \(points)"
        + "\(Wording.count(player.pairs, "pair")) in \(Wording.count(player.turns, "turn"))",
      "   pairs per turn \(player.pairsPerTurn.map(share) ?? "-"), longest streak "
        + "\(player.longestStreak), known pairs missed \(player.misses)",
    ]
    let tried = player.recall.filter { $0.chances > 0 }
    if !tried.isEmpty {
      let parts = tried.map { "\(distance($0)): \($0.found) of \($0.chances)" }
      lines.append("   recall by cards between  \(parts.joined(separator: "   "))")
    }
    return lines
  }

  /// `4-7`, or `32+`.
  private static func distance(_ recall: PlayerStatistics.Recall) -> String {
    recall.most.map { "\(recall.least)-\($0)" } ?? "\(recall.least)+"
  }

  /// A ratio with two decimals.
  private static func share(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// A match as one JSON object.
  static func json(_ statistics: MatchStatistics) -> String {
    JSONText.object([
      ("match", JSONText.string(statistics.matchID)),
      ("mode", JSONText.string(statistics.settings.mode.rawValue)),
      ("pairs", "\(statistics.settings.pairs)"),
      ("reason", JSONText.string(statistics.reason.rawValue)),
      ("seconds", JSONText.number(Double(statistics.duration.wholeMicroseconds) / 1e6)),
      (
        "players",
        JSONText.array(statistics.players.map { json($0, statistics.settings.mode.rules) })
      ),
    ])
  }

  private static func json(_ player: PlayerStatistics, _ rules: ModeRules) -> String {
    let recall = player.recall.map { recall in
      JSONText.object([
        ("least", "\(recall.least)"), ("most", recall.most.map { "\($0)" } ?? "null"),
        ("chances", "\(recall.chances)"), ("found", "\(recall.found)"),
      ])
    }
    return JSONText.object([
      ("seat", "\(player.seat.rawValue)"),
      ("name", JSONText.string(player.player.name)),
      ("player", player.player.id.map(JSONText.string) ?? "null"),
      ("bot", "\(player.player.isBot)"),
      ("team", rules.teamLetter(of: player.seat).map(JSONText.string) ?? "null"),
      ("rank", "\(player.rank)"), ("score", "\(player.score)"), ("pairs", "\(player.pairs)"),
      ("turns", "\(player.turns)"), ("cards", "\(player.cards)"),
      ("pairsPerTurn", player.pairsPerTurn.map(JSONText.number) ?? "null"),
      ("longestStreak", "\(player.longestStreak)"), ("misses", "\(player.misses)"),
      ("recall", JSONText.array(recall)),
    ])
  }
}
