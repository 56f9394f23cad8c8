// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import Protocol
import TerminalUI

/// A line of a profile.
struct ProfileLine: Hashable, Sendable {
  /// What a line is.
  enum Kind: Hashable, Sendable {
    /// The player, a mode, or the name of a part.
    case heading
    /// A fact.
    case text
    /// A part of a chart.
    case chart
    /// A player, who has a profile of their own.
    case player(id: String)
    /// A match, which can be watched for as long as the server keeps it.
    case match(id: String)
  }

  /// The text.
  let text: String
  /// What it is.
  let kind: Kind
  /// Whether Enter opens something at this line.
  var opens: Bool {
    switch kind {
    case .player, .match: true
    case .heading, .text, .chart: false
    }
  }
  /// The text where no key opens a match: with its ID, which commands take.
  var printed: String {
    if case .match(let id) = kind { "\(text)  \(id.harmless(limit: 64))" } else { text }
  }

  private init(_ text: String, _ kind: Kind) {
    (self.text, self.kind) = (text, kind)
  }

  /// The lines of a profile, or of the players of one name.
  ///
  /// - Parameters:
  ///   - profile: the profile.
  ///   - you: the viewer's player ID; nil if unknown.
  ///   - clock: dates the matches.
  ///   - columns: the greatest width of charts.
  /// - Returns: the lines, from the top.
  static func lines(
    of profile: Profile, you: String?, _ clock: WallClock, columns: Int
  ) -> [ProfileLine] {
    guard let player = profile.players.first, let record = profile.record else {
      return [ProfileLine(ProfileSentences.namesakes, .heading)]
        + profile.players.map { namesake($0, you: you) }
    }
    let head = [
      ProfileLine(ProfileSentences.name(player, you: you), .heading),
      ProfileLine(Wording.sentence(ProfileSentences.summary(record)), .text),
    ]
    let parts =
      record.modes.map { mode($0, columns: columns) } + [
        part(
          ProfileSentences.opponents,
          zip(record.rivalries, ProfileSentences.opponents(of: record)).map {
            rivalry($0, called: $1)
          }),
        part(
          ProfileSentences.themes,
          record.themes.isEmpty ? [] : [.init(ProfileSentences.themes(record.themes), .text)]),
        part(ProfileSentences.latest, record.matches.map { match($0, clock) }),
        part(
          ProfileSentences.id, player.id.map { [.init($0.harmless(limit: 64), .text)] } ?? []),
      ]
    let blank = ProfileLine("", .text)
    return parts.filter { !$0.isEmpty }.reduce(head) { $0 + [blank] + $1 }
  }

  private static func part(_ title: String, _ lines: [ProfileLine]) -> [ProfileLine] {
    lines.isEmpty ? [] : [ProfileLine(title, .heading)] + lines
  }

  private static func namesake(_ player: Player, you: String?) -> ProfileLine {
    let id = player.id ?? ""
    return ProfileLine(
      "\(id.harmless(limit: 64))  \(ProfileSentences.name(player, you: you))", .player(id: id))
  }

  private static func mode(_ record: ModeRecord, columns: Int) -> [ProfileLine] {
    let title = ProfileLine(
      "\(record.mode.rules.name): \(ProfileSentences.tally(record))", .heading)
    guard let rating = record.rating else { return [title] }
    let chart = RatingChart(
      rating.course, width: 2 * min(max(columns - longestLabel, 8), longestChart),
      height: 4 * (columns > roomyColumns ? roomyChartRows : chartRows))
    return [title, ProfileLine(Wording.sentence(ProfileSentences.rating(rating)), .text)]
      + (rating.course.count > 1 ? lines(of: chart) : [])
  }

  /// A chart with the ratings of its highest, lowest and starting rows beside them.
  private static func lines(of chart: RatingChart) -> [ProfileLine] {
    let rows = chart.braille
    return rows.enumerated().map { index, row in
      let rating: Double? =
        switch index {
        case 0: chart.ratings.upperBound
        case rows.count - 1: chart.ratings.lowerBound
        case chart.start / 4: RatingChart.startingRating
        default: nil
        }
      return ProfileLine(rating.map { "\(row)  \(RatingScale.text($0))" } ?? row, .chart)
    }
  }

  private static func rivalry(_ rivalry: Rivalry, called name: String) -> ProfileLine {
    ProfileLine(
      "\(name.padded(to: Wording.nameLimit))  \(ProfileSentences.score(rivalry))",
      .player(id: rivalry.opponent.id ?? ""))
  }

  private static func match(_ match: PlayedMatch, _ clock: WallClock) -> ProfileLine {
    ProfileLine(
      "\(clock.words(for: match.endedAt).padded(to: 16))  \(match.mode.rules.name.padded(to: 8))  "
        + ProfileSentences.result(match),
      .match(id: match.matchID))
  }

  /// The line in as many lines as it takes in so many cells, if it is a sentence.
  func folded(to cells: Int) -> [ProfileLine] {
    guard kind == .text || kind == .heading, text.cells > cells else { return [self] }
    return text.folded(to: cells).map { ProfileLine($0, kind) }
  }

  private static let longestChart = 100
  private static let longestLabel = 12
  private static let (chartRows, roomyChartRows) = (3, 5)
  /// In wider windows charts are higher.
  private static let roomyColumns = 100
}
