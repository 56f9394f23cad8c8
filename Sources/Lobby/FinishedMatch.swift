// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Protocol

/// A finished match with all its entries, to be stored as a replay.
package struct FinishedMatch: Hashable, Sendable {
  /// The match's name.
  package var matchID: String
  /// The rules it was played by.
  package var settings: MatchSettings
  /// When it ended.
  package var endedAt: ServerTime
  /// Every seat that played, best first.
  package var standings: [Standing]
  /// The room just before the match opened, bare.
  package var base: MatchView
  /// The match's entries.
  package var entries: [Entry]
  /// The memberships of those who played it, including those who left while it ran.
  package var actors: [ActorNumber]

  /// When the replay becomes public; nil if it is only ever available to its players.
  ///
  /// Spectators saw the match with a delay, so the replay becomes public after the same delay; that of
  /// a daily deal only once its seed is revealed, because others still play the same cards.
  package var publicFrom: ServerTime? {
    if let day = settings.daily { return max(endedAt, day.ends + DailyBoard.revealDelay) }
    return settings.audience == .public ? endedAt + settings.spectatorDelay : nil
  }
}

extension FinishedMatch {
  /// The match that the first ending in `entries` completes; nil if none of them ends it.
  ///
  /// - Parameters:
  ///   - view: the room before `entries`.
  ///   - base: the room just before the match opened.
  ///   - log: every entry that has landed.
  ///   - entries: the entries that follow `log`.
  init?(of view: MatchView, from base: MatchView, log: RoomLog, by entries: [Entry]) {
    guard let end = entries.firstIndex(where: \.endsMatch),
      case .ended(let ended) = entries[end].event, base.seq < view.seq
    else { return nil }
    assert(log.lastSeq == view.seq, "The view is the fold of the log.")
    self.init(
      matchID: view.matchID, settings: view.settings, endedAt: entries[end].at,
      standings: ended.standings, base: base,
      entries: Array(log.entries(after: base.seq) + entries[...end]),
      actors: view.seats.compactMap(\.actor))
    // A player who left during the match is found by the request to leave.
    let begun = self.entries.firstIndex { if case .committed = $0.event { true } else { false } }
    for entry in self.entries[(begun ?? self.entries.endIndex)...] {
      guard case .vacated = entry.event, let actor = entry.cause?.actor, !actors.contains(actor)
      else { continue }
      actors.append(actor)
    }
  }
}
