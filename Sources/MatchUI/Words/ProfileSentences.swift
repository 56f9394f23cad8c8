// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
package import Game
package import Protocol

/// Profiles in words.
package enum ProfileSentences {
  /// What a profile counts.
  package static let scope =
    "Counts rated matches and those of public rooms, played to the end against people."
  /// For somebody who asks for the own profile and has no key.
  package static let guest =
    "Guests have no profile: it belongs to a key. Play once without --guest, or give a player's name."
  /// Above the players of one name.
  package static let namesakes = "Several players have that name:"
  /// The headings of the parts.
  package static let (opponents, themes, latest, id) =
    ("Opponents", "Themes", "Last matches", "Player ID")

  /// A player's name, marked if it is the viewer.
  package static func name(_ player: Player, you: String?) -> String {
    let name = player.name.harmless(limit: Wording.nameLimit)
    return you != nil && player.id == you ? "\(name) (you)" : name
  }

  /// `25 matches, 14 won, best recall 9 of 10`.
  package static func summary(_ record: PlayerRecord) -> String {
    let recall = record.bestRecall.map { ", best recall \($0.found) of \($0.chances)" } ?? ""
    return "\(tally(record.matchCount, record.winCount))\(recall)"
  }

  /// `12 matches, 7 won`.
  package static func tally(_ record: ModeRecord) -> String { tally(record.matches, record.wins) }

  private static func tally(_ matches: Int, _ wins: Int) -> String {
    "\(count(matches)), \(wins) won"
  }

  private static func count(_ matches: Int) -> String {
    matches == 1 ? "1 match" : "\(matches) matches"
  }

  /// `rating 1795 after 8 rated matches`.
  package static func rating(_ rating: RatingCourse) -> String {
    let rated = rating.matches == 1 ? "1 rated match" : "\(rating.matches) rated matches"
    return "rating \(RatingScale.text(rating.shown)) after \(rated)"
  }

  /// The opponents' names, in order; those of one name told apart by their IDs.
  package static func opponents(of record: PlayerRecord) -> [String] {
    let all = record.rivalries.map { Optional($0.opponent) }
    return all.map { Wording.name($0, seat: SeatIndex(0), among: all) }
  }

  /// `3 won, 2 lost`, and what was drawn if anything was.
  package static func score(_ rivalry: Rivalry) -> String {
    let drawn = rivalry.drawn > 0 ? ", \(rivalry.drawn) drawn" : ""
    return "\(rivalry.won) won, \(rivalry.lost) lost\(drawn)"
  }

  /// `animals (8 matches), food (4 matches)`.
  package static func themes(_ themes: [ThemeCount]) -> String {
    themes.map { "\(Wording.theme($0.theme)) (\(count($0.matches)))" }.joined(separator: ", ")
  }

  /// The players of a match and their scores, best first.
  package static func result(_ match: PlayedMatch) -> String {
    ReplaySentences.result(match.standings, match.mode)
  }
}
