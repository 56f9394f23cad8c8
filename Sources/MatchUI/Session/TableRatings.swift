// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

/// The ratings of the players at a rated table, as far as the leaderboard of its mode has them.
///
/// A value without a clock: what is on the table and events of the client go in, the leaderboard to ask
/// for and the ratings come out. Without an answer there are none.
struct TableRatings: Hashable, Sendable {
  private var mode: MatchSettings.Mode?
  /// The IDs of the players that it was asked for.
  private var asked: Set<String> = []
  private var shown: [String: Double] = [:]

  /// The leaderboard to ask for: whenever somebody is at the table whom it was not asked for.
  ///
  /// O(seats).
  mutating func question(about view: MatchView) -> MatchSettings.Mode? {
    guard view.settings.isRated else { return nil }
    let players = Set(view.seats.compactMap { $0.player?.id })
    guard !players.isSubset(of: asked) else { return nil }
    asked.formUnion(players)
    mode = view.settings.mode
    return mode
  }

  /// Whether an event answers the question.
  func isAnswer(_ event: ClientEvent) -> Bool {
    guard let mode else { return false }
    return switch event {
    case .leaderboard(let board): board.mode == mode
    case .refused(.leaderboard(let refused), _): refused == mode
    default: false
    }
  }

  /// Takes an answer.
  ///
  /// O(its rows).
  ///
  /// - Returns: the shown ratings that are known now, by the player's ID.
  mutating func take(_ answer: ClientEvent) -> [String: Double] {
    precondition(isAnswer(answer), "Other answers are for those who asked.")
    guard case .leaderboard(let board) = answer else { return shown }
    for row in board.rows {
      if let id = row.player.id, asked.contains(id) { shown[id] = row.shown }
    }
    return shown
  }
}
