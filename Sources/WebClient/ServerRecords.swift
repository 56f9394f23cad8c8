// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

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
  /// When the list of replays came.
  private var listedAt = ServerTime.zero
  /// The player's local time minus UTC, in seconds.
  private var timeZone: Int64 = 0

  private static let connecting = "Connecting ..."

  /// The leaderboards are asked for, again.
  mutating func askForBoards() { boardProblem = nil }

  /// The list of replays is asked for, again; by a player whose clock is so many minutes before UTC.
  mutating func askForReplays(minutesBeforeUTC minutes: Int) {
    replaysProblem = nil
    timeZone = 60 * Int64(minutes)
  }

  /// Takes an answer.
  ///
  /// - Returns: whether the event was one.
  mutating func take(_ event: ClientEvent, at time: ServerTime?) -> Bool {
    switch event {
    case .leaderboard(let board): boards[board.mode] = board
    case .replays(let list):
      replays = list
      listedAt = time ?? list.map { $0.endedAt }.max() ?? .zero
    case .refused(.leaderboard, let refusal):
      boardProblem = RefusalSentences().sentence(refusal)
    case .refused(.listReplays, let refusal):
      replaysProblem = RefusalSentences().sentence(refusal)
    default: return false
    }
    return true
  }

  /// For each mode `mode`, its name, its title and a note; then for each of its players `player`,
  /// rank, name, rating, estimate, matches and `you`; before the first player the column headers.
  ///
  /// - Parameter you: the player's ID here; nil for a guest.
  /// - Returns: the text.
  func leaderboards(for you: String?) -> String {
    HomeTexts.lines(
      MatchSettings.Mode.rated.flatMap { mode in
        let lines = boards[mode].map { LeaderboardLine.lines(of: $0, you: you) } ?? []
        let head = lines.isEmpty ? [] : [LeaderboardLine.head]
        return [["mode", mode.rawValue, mode.rules.name, note(on: mode)]]
          + (head + lines).map {
            ["player", $0.rank, $0.name, $0.rating, $0.estimate, $0.matches, $0.isYou ? "you" : ""]
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
  var replayList: String {
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

  private var replaysNote: String {
    if let replaysProblem { return replaysProblem }
    guard let replays else { return Self.connecting }
    return replays.isEmpty ? ReplaySentences.none : ""
  }
}
