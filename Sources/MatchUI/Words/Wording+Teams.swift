// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

// Teams in words; all of these are nil or empty in modes where every seat plays for itself.

extension ModeRules {
  /// The letter of a seat's team.
  package func teamLetter(of seat: SeatIndex) -> String? {
    hasTeams ? (side(of: seat).rawValue == 0 ? "A" : "B") : nil
  }

  /// The standings with each team's lines together; they are apart if the teams tie.
  package func grouped(_ standings: [Standing]) -> [Standing] {
    guard hasTeams else { return standings }
    return standings.sorted {
      ($0.rank, side(of: $0.seat), $0.seat) < ($1.rank, side(of: $1.seat), $1.seat)
    }
  }
}

extension Wording {
  /// The team to add to a player's name: `, Team A`.
  package static func team(of seat: SeatIndex, _ rules: ModeRules) -> String {
    rules.teamLetter(of: seat).map { ", Team \($0)" } ?? ""
  }

  /// The points of both teams: `Team A 14, Team B 9`.
  package static func teams(_ scores: [(seat: SeatIndex, score: Int)], _ rules: ModeRules) -> String
  {
    guard rules.hasTeams else { return "" }
    return totals(scores, rules).map { "Team \($0.letter) \($0.points)" }.joined(separator: ", ")
  }

  /// The result between teams as a clause.
  ///
  /// - Parameters:
  ///   - standings: the final standings.
  ///   - rules: those of the match.
  ///   - you: the listener's seat in it; nil for a spectator.
  /// - Returns: such as `Team A wins, 14 to 9`; nil if nobody is first.
  static func teamResult(
    _ standings: [Standing], _ rules: ModeRules, you: SeatIndex?
  ) -> String? {
    guard let first = standings.first(where: { $0.rank == 1 }),
      let letter = rules.teamLetter(of: first.seat)
    else { return nil }
    let winner = rules.side(of: first.seat)
    let totals = totals(standings.map { ($0.seat, $0.score) }, rules)
    let points = totals.filter { $0.letter == letter } + totals.filter { $0.letter != letter }
    let result = points.map { "\($0.points)" }.joined(separator: " to ")
    if standings.contains(where: { $0.rank == 1 && rules.side(of: $0.seat) != winner }) {
      return "The teams share first place, \(result)"
    }
    let isYours = you.map { rules.side(of: $0) == winner } ?? false
    return "\(isYours ? "Your team" : "Team \(letter)") wins, \(result)"
  }

  /// The points of each team, by its letter.
  package static func totals(
    _ scores: [(seat: SeatIndex, score: Int)], _ rules: ModeRules
  ) -> [(letter: String, points: Int)] {
    ["A", "B"].map { letter in
      let own = scores.filter { rules.teamLetter(of: $0.seat) == letter }
      return (letter, own.reduce(0) { $0 &+ $1.score })
    }
  }
}
