// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Replays

/// A finished match in words and in squares: its awards, the course of its scores, the winner's
/// pairs, and the text that players share.
package struct MatchSummary: Hashable, Sendable {
  /// The awards, a sentence each; at most three.
  package let awards: [String]
  /// The faces of the pairs that the player ranked first found, in order.
  package let trophies: [Face]
  private let seats: [SeatIndex]
  private let courses: [[Int]]
  /// The result as text to send to others: a heading, then for each player the result and a square for
  /// each turn, without names of cards.
  package let shared: String

  /// The most turns that are drawn for a player; what comes before them is cut.
  private static let mostSquares = 24

  /// The summary of a match.
  ///
  /// - Parameters:
  ///   - match: the match.
  ///   - link: a link to its replay or to its server; empty for none.
  ///   - you: the viewer's seat, which awards do not name; nil if they did not play.
  package init(of match: MatchStatistics, link: String = "", you: SeatIndex? = nil) {
    awards = MatchAward.awards(of: match).map { Self.sentence($0, among: match, you: you) }
    trophies = match.players.first?.faces ?? []
    seats = match.players.map { $0.seat }
    courses = match.players.map { $0.course }
    let rules = match.settings.mode.rules
    let heading =
      match.settings.daily.map { day in
        "Facedown, the deal of \(day): \(Wording.count(match.players.first?.course.count ?? 0, "turn"))"
      }
      ?? "Facedown: \(match.settings.mode.rawValue), \(Wording.count(match.settings.pairs, "pair"))"
    let lines = match.players.map { player in
      let result = rules.hasScores ? player.score : player.pairs
      let squares = player.outcomes.suffix(Self.mostSquares).map(Self.square).joined()
      let name = Self.name(player.seat, player.player, among: match)
      return "\(player.rank). \(name) \(result) \(squares)"
    }
    shared = ([heading] + lines + (link.isEmpty ? [] : [link])).joined(separator: "\n")
  }

  /// A seat's score after the match's turns, as fractions from the lowest score of all seats, 0, to the
  /// highest, 1.
  ///
  /// - Parameters:
  ///   - seat: the seat.
  ///   - count: the most turns, at equal distances and with the last one.
  /// - Returns: empty for a seat that did not play, and for a match whose scores never differed.
  package func course(of seat: SeatIndex, count: Int) -> [Double] {
    // A match begins without points.
    let low = min(courses.compactMap { $0.min() }.min() ?? 0, 0)
    let high = max(courses.compactMap { $0.max() }.max() ?? 0, 0)
    guard let index = seats.firstIndex(of: seat), low < high else { return [] }
    let course = courses[index]
    let steps = min(count, course.count) - 1
    guard steps > 0 else { return [] }
    return (0...steps).map { step in
      Double(course[(course.count - 1) * step / steps] - low) / Double(high - low)
    }
  }

  /// A seat's course as a line of blocks, at most `cells` wide.
  func blocks(of seat: SeatIndex, cells: Int) -> String {
    course(of: seat, count: cells).map { height in
      let scalar = Unicode.Scalar(0x2581 + UInt32((height * 7).rounded()))
      return scalar.map { String($0) } ?? ""
    }.joined()
  }

  private static func sentence(
    _ award: MatchAward, among match: MatchStatistics, you: SeatIndex?
  ) -> String {
    let player = award.seat == you ? "you" : name(award.seat, award.player, among: match)
    // Of a single player nobody else could have been meant.
    let name = match.players.count == 1 ? "" : "\(player), "
    return switch award.feat {
    case .streak(let pairs): "Longest streak: \(name)\(pairs) pairs in a row"
    case .recall(let found, let chances):
      "Best memory: \(name)\(found) of \(chances) pairs remembered"
    case .guesses(let pairs):
      "Boldest guess: \(name)\(Wording.count(pairs, "pair")) sight unseen"
    }
  }

  private static func name(
    _ seat: SeatIndex, _ player: Player, among match: MatchStatistics
  ) -> String {
    Wording.name(player, seat: seat, among: match.players.map { $0.player })
  }

  private static func square(_ outcome: PlayerStatistics.Outcome) -> String {
    switch outcome {
    case .pair: "\u{1f7e9}"
    case .guess: "\u{1f7e8}"
    case .mismatch: "\u{2b1c}"
    case .single: "\u{2b1b}"
    }
  }
}
