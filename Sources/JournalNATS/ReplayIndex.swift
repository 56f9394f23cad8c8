// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Journal
import Lobby
import Protocol
import Wire

/// The latest finished matches, as their results tell them.
struct ReplayIndex: Sendable {
  /// Maximum number of matches.
  static let mostMatches = 10_000

  private var results: [String: WorldRecord.Result] = [:]
  private var inOrder: Deque<String> = []
  private let most: Int

  /// No matches; of more than `most` the oldest are forgotten.
  init(keeping most: Int = mostMatches) { self.most = most }

  /// Whether the result of a match is here.
  func contains(_ match: String) -> Bool { results[match] != nil }

  /// All of them, in the order of the stream.
  var all: [WorldRecord.Result] { inOrder.compactMap { results[$0] } }

  /// Whether all matches are here that the stream ever had, as far as is known.
  var isWhole: Bool { inOrder.count < most }

  /// Adds the next result of the stream.
  mutating func add(_ result: WorldRecord.Result) {
    if results.updateValue(result, forKey: result.matchID) == nil {
      inOrder.append(result.matchID)
    }
    while inOrder.count > most, let first = inOrder.popFirst() { results[first] = nil }
  }

  /// The matches of a mode, or of all modes, that whoever asks may watch.
  func summaries(of mode: MatchSettings.Mode?, for query: ReplayQuery) -> [ReplaySummary] {
    inOrder.compactMap { name in
      guard let result = results[name], let replay = result.replay,
        mode == nil || result.mode == mode, Self.isOpen(result, replay, for: query)
      else { return nil }
      return ReplaySummary(
        matchID: name, settings: replay.settings, endedAt: result.endedAt,
        standings: result.standings)
    }
  }

  /// Returns a match that the caller may watch, or nil.
  func match(
    _ name: String, for query: ReplayQuery
  ) -> (result: WorldRecord.Result, replay: WorldRecord.Result.Replay)? {
    guard let result = results[name], let replay = result.replay,
      Self.isOpen(result, replay, for: query)
    else { return nil }
    return (result, replay)
  }

  private static func isOpen(
    _ result: WorldRecord.Result, _ replay: WorldRecord.Result.Replay, for query: ReplayQuery
  ) -> Bool {
    if let time = replay.publicFrom, time <= query.now { return true }
    return replay.sessions.contains(query.session.rawValue)
      || result.standings.contains { $0.player.id != nil && $0.player.id == query.playerID }
  }
}
