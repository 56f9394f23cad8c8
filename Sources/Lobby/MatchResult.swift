// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol
import Replays

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
  /// The data for profiles and daily deals; nil in results stored by versions without profiles.
  package var detail: ResultDetail?

  /// A result with all its parts.
  package init(
    matchID: String, mode: MatchSettings.Mode, isRated: Bool, endedAt: ServerTime,
    reason: Event.Ended.Reason, standings: [Standing], detail: ResultDetail? = nil
  ) {
    precondition(
      detail.map { $0.recall.count == standings.count } ?? true,
      "Each standing of match \(matchID) has one recall.")
    self.matchID = matchID
    self.mode = mode
    self.isRated = isRated
    self.endedAt = endedAt
    self.reason = reason
    self.standings = standings
    self.detail = detail
  }

  /// Whether it is the same as `stored`, which may lack the detail.
  package func agrees(with stored: MatchResult) -> Bool {
    var own = self
    if stored.detail == nil { own.detail = nil }
    return own == stored
  }

  /// The results of all matches that ended in a room's log, oldest first; nil if the log is
  /// invalid.
  package static func all(in log: [Entry]) -> [MatchResult]? {
    var view = MatchView()
    var results: [MatchResult] = []
    var begin = log.startIndex
    for (index, entry) in log.enumerated() {
      guard entry.seq == view.seq + 1, entry.at >= view.at, entry.event != .unrecognized else {
        return nil
      }
      if entry.opensMatch { begin = index }
      if let result = MatchResult(of: view, after: log[begin..<index], by: [entry]) {
        results.append(result)
      }
      view.apply(entry)
    }
    return results
  }

  /// The result of the match on `view` by the first of `entries` that ends it; nil if none does.
  ///
  /// - Parameters:
  ///   - view: the room before `entries`.
  ///   - played: the match's entries before `entries`.
  ///   - entries: the entries that follow.
  package init?(
    of view: MatchView, after played: some Sequence<Entry>, by entries: [Entry]
  ) {
    guard let end = entries.firstIndex(where: { $0.endsMatch }),
      case .ended(let ended) = entries[end].event
    else { return nil }
    var counter = RecallCounter()
    var attempt = AttemptCounter()
    for entry in played {
      counter.read(entry)
      attempt.read(entry)
    }
    for entry in entries[...end] {
      counter.read(entry)
      attempt.read(entry)
    }
    self.init(
      matchID: view.matchID, mode: view.settings.mode, isRated: view.settings.isRated,
      endedAt: entries[end].at, reason: ended.reason, standings: ended.standings,
      detail: ResultDetail(
        theme: view.theme, isPublic: view.settings.audience == .public,
        recall: ended.standings.map { Recall(of: $0.seat, in: counter) },
        daily: view.settings.daily.map { DailyAttempt(day: $0, result: attempt.result) }))
  }
}

extension Recall {
  /// The most turns that are counted, as everybody decodes them.
  private static let most = 32_767

  fileprivate init(of seat: SeatIndex, in counter: RecallCounter) {
    let (found, chances) = counter.recall(of: seat)
    self.init(found: min(found, Self.most), chances: min(chances, Self.most))
  }
}
