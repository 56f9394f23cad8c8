// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol

/// Finished matches in words.
package enum ReplaySentences {
  /// The sentence for an empty list.
  package static let none = "There are no replays for you on this server yet."
  /// The sentence for an answer that is not what was asked for.
  package static let different =
    "The server sent a different match than requested. Tell its operator."

  /// The sentence for a file that is larger than a page opens.
  package static func tooLarge(limit: Int) -> String {
    "That file is larger than \(limit >> 20) MiB, the most this page opens: watch it in a terminal, "
      + "with facedown replay."
  }

  /// The rules in a few words.
  package static func rules(_ replay: ReplaySummary) -> String {
    "\(replay.settings.mode.rawValue), \(Wording.count(replay.settings.pairs, "pair"))"
  }

  /// The players and their scores, best first.
  ///
  /// Players who resigned come last whatever their score. If that is higher than a score before
  /// theirs, they are marked as resigned. Teams are treated alike, and their players come after.
  package static func result(_ replay: ReplaySummary) -> String {
    result(replay.standings, replay.settings.mode)
  }

  /// The same of final standings in a mode.
  package static func result(_ standings: [Standing], _ mode: MatchSettings.Mode) -> String {
    let rules = mode.rules
    if rules.hasTeams { return teams(rules.grouped(standings), rules) }
    var least = Int.max
    var haveResigned = false
    return standings.map { line in
      haveResigned = haveResigned || line.score > least
      least = min(least, line.score)
      let name = Wording.name(line.player, seat: line.seat)
      let points = "\(name) \(rules.hasScores ? line.score : line.pairs)"
      return haveResigned ? "\(points) (resigned)" : points
    }.joined(separator: ", ")
  }

  /// `Team A 14, Team B 9: Ana A 8, Cy A 6, Ben B 5, Dan B 4`.
  private static func teams(_ lines: [Standing], _ rules: ModeRules) -> String {
    let first = lines.first.flatMap { rules.teamLetter(of: $0.seat) }
    let totals = Wording.totals(lines.map { ($0.seat, $0.score) }, rules)
    let ordered = totals.filter { $0.letter == first } + totals.filter { $0.letter != first }
    let teams = ordered.map { team in
      let haveResigned = team.points > ordered[0].points
      return "Team \(team.letter) \(team.points)\(haveResigned ? " (resigned)" : "")"
    }
    let players = lines.map { line in
      "\(Wording.name(line.player, seat: line.seat)) \(rules.teamLetter(of: line.seat) ?? "") "
        + "\(line.score)"
    }
    return "\(teams.joined(separator: ", ")): \(players.joined(separator: ", "))"
  }
}
