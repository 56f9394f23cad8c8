// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchUI
import Protocol

/// What a page has asked its server about finished matches, and the answers as texts: lines of
/// fields with tabs between.
struct ServerRecords: Sendable {
  private var boards: [MatchSettings.Mode: Leaderboard] = [:]
  /// Why there are no leaderboards; nil if there are some, or the server has not answered.
  private var boardProblem: String?
  private var replays: [ReplaySummary]?
  /// Why there is no list of replays.
  private var replaysProblem: String?
  /// When the last answer came that has dates.
  private var listedAt = ServerTime.zero
  /// The player's ID; nil for a guest.
  private let ownID: String?
  private var profile: Profile?
  /// Why there is no profile.
  private var profileProblem: String?
  /// The daily deals.
  private(set) var daily: Daily?
  /// Why they are not known.
  private var dailyProblem: String?
  /// The player's local time minus UTC, in seconds.
  private var timeZone: Int64 = 0

  private static let connecting = "Connecting ..."

  /// Nothing was asked yet by the player with this ID; nil for a guest.
  init(ownID: String?) { self.ownID = ownID }

  /// The leaderboards are asked for, again.
  mutating func askForBoards() { boardProblem = nil }

  /// The list of replays is asked for, again; by a player whose clock is so many minutes before UTC.
  mutating func askForReplays(minutesBeforeUTC minutes: Int) {
    replaysProblem = nil
    timeZone = 60 * Int64(minutes)
  }

  /// The daily deals are asked for, again.
  ///
  /// - Returns: the ID of the player whose row is asked for.
  mutating func askForDaily() -> String? {
    dailyProblem = nil
    return ownID
  }

  /// The profile of a player is asked for, or the own one, by somebody whose clock is so many minutes
  /// before UTC.
  ///
  /// - Returns: the ID or name to ask the server for; nil if it has no such profile for certain.
  mutating func askForProfile(of player: String?, minutesBeforeUTC minutes: Int) -> String? {
    (profile, profileProblem) = (nil, nil)
    timeZone = 60 * Int64(minutes)
    guard let asked = player ?? ownID else {
      profileProblem = Self.guest
      return nil
    }
    guard asked.utf8.count <= Profile.longestName else {
      profileProblem = RefusalSentences().sentence(Refusal(.profileUnknown))
      return nil
    }
    return asked
  }

  private static let guest =
    "Guests have no profile. Create a key to get one."

  /// Takes an answer.
  ///
  /// - Returns: whether the event was one.
  mutating func take(_ event: ClientEvent, at time: ServerTime?) -> Bool {
    switch event {
    case .leaderboard(let board): boards[board.mode] = board
    case .replays(let list):
      replays = list
      listedAt = time ?? list.map { $0.endedAt }.max() ?? .zero
    case .profile(let answer):
      profile = answer
      listedAt = time ?? answer.record?.matches.first?.endedAt ?? .zero
    case .daily(let answer): daily = answer
    case .refused(.daily(let player), let refusal):
      dailyProblem = RefusalSentences().sentence(refusal, of: .daily(player))
    case .refused(.profile(let player), let refusal):
      profileProblem = RefusalSentences().sentence(refusal, of: .profile(player))
    case .refused(.leaderboard, let refusal):
      boardProblem = RefusalSentences().sentence(refusal)
    case .refused(.listReplays, let refusal):
      replaysProblem = RefusalSentences().sentence(refusal)
    default: return false
    }
    return true
  }

  /// The text of what was asked, to a player with this ID or a guest; nil for any other text.
  func text(_ which: WebText, for you: String?) -> String? {
    switch which {
    case .leaderboards: leaderboards(for: you)
    case .profile: profileLines
    case .daily: dailyLines
    case .replays: replayList
    default: nil
    }
  }

  /// For each mode `mode`, its name, its title and a note; then for each of its players `player`,
  /// rank, name, rating, matches, `you` and the ID; before the first player the column headers.
  ///
  /// - Parameter you: the player's ID here; nil for a guest.
  /// - Returns: the text.
  private func leaderboards(for you: String?) -> String {
    HomeTexts.lines(
      MatchSettings.Mode.rated.flatMap { mode in
        let lines = boards[mode].map { LeaderboardLine.lines(of: $0, you: you) } ?? []
        let head = lines.isEmpty ? [] : [LeaderboardLine.head]
        let ids = head.map { _ in "" } + (boards[mode]?.rows ?? []).map { $0.player.id ?? "" }
        return [["mode", mode.rawValue, mode.rules.name, note(on: mode)]]
          + zip(head + lines, ids).map { line, id in
            [
              "player", line.rank, line.name, line.rating, line.matches,
              line.isYou ? "you" : "", id.harmless(limit: 64),
            ]
          }
      })
  }

  private func note(on mode: MatchSettings.Mode) -> String {
    if let boardProblem { return boardProblem }
    guard let board = boards[mode] else { return Self.connecting }
    return board.rows.isEmpty
      ? LeaderboardSentences.nobody(in: mode) + " Find a rated table to be the first."
      : LeaderboardSentences.explanation
  }

  /// A note, or nothing; then for each replay its match, when that ended, the rules, and the result.
  private var replayList: String {
    let offset = timeZone
    let clock = WallClock(now: listedAt) { _ in offset }
    let lines = (replays ?? []).map {
      [
        $0.matchID, clock.words(for: $0.endedAt), ReplaySentences.rules($0),
        ReplaySentences.result($0),
      ]
    }
    return HomeTexts.lines([[replaysNote]] + lines)
  }

  /// A note, or nothing; then lines that begin with their kind: `name` (name, ID), `namesake` (name, ID),
  /// `text` (a sentence), `mode` (name, matches, rating, and of its chart the row of the first rating
  /// and the points), `opponent` (name, ID, score), `themes` (how often), `match` (match, when it ended,
  /// mode, result).
  private var profileLines: String {
    if let profileProblem { return profileProblem }
    guard let profile else { return Self.connecting }
    guard let player = profile.players.first, let record = profile.record else {
      return HomeTexts.lines(
        [[ProfileSentences.namesakes]]
          + profile.players.map {
            ["namesake", ProfileSentences.name($0, you: ownID), ($0.id ?? "").harmless(limit: 64)]
          })
    }
    let offset = timeZone
    let clock = WallClock(now: listedAt) { _ in offset }
    var lines = [
      [ProfileSentences.scope],
      ["name", ProfileSentences.name(player, you: ownID), (player.id ?? "").harmless(limit: 64)],
      ["text", Wording.sentence(ProfileSentences.summary(record))],
    ]
    for mode in record.modes {
      let fields = ["mode", mode.mode.rules.name, ProfileSentences.tally(mode)]
      guard let rating = mode.rating else {
        lines.append(fields)
        continue
      }
      let chart = RatingChart(rating.course, width: Self.chart.width, height: Self.chart.height)
      let points = chart.points.map { "\($0.x),\($0.y)" }.joined(separator: " ")
      lines.append(
        fields + [
          Wording.sentence(ProfileSentences.rating(rating)), "\(chart.start)", points,
          RatingScale.text(chart.ratings.upperBound), RatingScale.text(chart.ratings.lowerBound),
        ])
    }
    lines += zip(record.rivalries, ProfileSentences.opponents(of: record)).map { rivalry, name in
      [
        "opponent", name, (rivalry.opponent.id ?? "").harmless(limit: 64),
        ProfileSentences.score(rivalry),
      ]
    }
    if !record.themes.isEmpty { lines.append(["themes", ProfileSentences.themes(record.themes)]) }
    lines += record.matches.map {
      [
        "match", $0.matchID.harmless(limit: 64), clock.words(for: $0.endedAt), $0.mode.rules.name,
        ProfileSentences.result($0),
      ]
    }
    return HomeTexts.lines(lines)
  }

  /// The explanation of daily deals, or the reason why they are missing; `play` if today's may be
  /// played, else an empty line; then the boards of today and of the last day: a line `board` with its
  /// title and a sentence, and for each player `player`, rank, name, turns, time and `you`; before the
  /// first the column headers.
  private var dailyLines: String {
    if let dailyProblem { return dailyProblem }
    guard let daily else { return Self.connecting }
    let boards = [daily.today, daily.last].flatMap { board in
      let lines = DailySentences.lines(of: board, you: ownID)
      return [
        [
          "board", DailySentences.title(board.day),
          DailySentences.standing(board, isOver: board.day != daily.today.day),
        ]
      ]
        + ((lines.isEmpty ? [] : [DailyLine.head]) + lines).map { line in
          ["player", line.rank, line.name, line.turns, line.time, line.isYou ? "you" : ""]
        }
    }
    return HomeTexts.lines(
      [[DailySentences.explanation], [daily.today.isPlayed ? "" : "play"]] + boards
        + [["streak", DailySentences.streak(daily)]])
  }

  /// The size of a rating's chart, as the page draws it.
  private static let chart = (width: 241, height: 61)

  private var replaysNote: String {
    if let replaysProblem { return replaysProblem }
    guard let replays else { return Self.connecting }
    return replays.isEmpty ? ReplaySentences.none : ""
  }
}
