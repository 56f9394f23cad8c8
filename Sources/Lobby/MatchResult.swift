// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// The result of a finished match; it outlives its room.
package struct MatchResult: Hashable, Sendable {
  /// The match's name.
  package var matchID: String
  /// How it was scored.
  package var mode: MatchSettings.Mode
  /// Whether it counts for ratings.
  package var isRated: Bool
  /// When it ended.
  package var endedAt: ServerTime
  /// Why it ended.
  package var reason: Event.Ended.Reason
  /// Every seat that played, best first.
  package var standings: [Standing]

  /// A result with all its parts.
  package init(
    matchID: String, mode: MatchSettings.Mode, isRated: Bool, endedAt: ServerTime,
    reason: Event.Ended.Reason, standings: [Standing]
  ) {
    self.matchID = matchID
    self.mode = mode
    self.isRated = isRated
    self.endedAt = endedAt
    self.reason = reason
    self.standings = standings
  }

  /// The results of all matches that ended in a room's log, oldest first; nil if the log is
  /// invalid.
  package static func all(in log: [Entry]) -> [MatchResult]? {
    var view = MatchView()
    var results: [MatchResult] = []
    for entry in log {
      guard entry.seq == view.seq + 1, entry.at >= view.at, entry.event != .unrecognized else {
        return nil
      }
      if let result = MatchResult(of: view, by: [entry]) { results.append(result) }
      view.apply(entry)
    }
    return results
  }
}

extension MatchResult {
  /// The result of the match on `view` that `entry` ends; nil if it ends none.
  package init?(of view: MatchView, by entry: Entry) {
    self.init(of: view, by: [entry])
  }

  /// The result of the match on `view` by the first of `entries` that ends it; nil if none does.
  init?(of view: MatchView, by entries: [Entry]) {
    let ends = entries.lazy.compactMap { entry -> (Event.Ended, ServerTime)? in
      if case .ended(let ended) = entry.event { (ended, entry.at) } else { nil }
    }
    guard let (ended, time) = ends.first else { return nil }
    self.init(
      matchID: view.matchID, mode: view.settings.mode, isRated: view.settings.isRated,
      endedAt: time, reason: ended.reason, standings: ended.standings)
  }
}
