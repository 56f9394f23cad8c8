// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
package import Lobby
package import Protocol

/// The latest finished matches, for a journal in memory.
package struct ReplayCache: Sendable {
  /// A match with the sessions that may always watch it.
  private struct Kept {
    var match: FinishedMatch
    var sessions: Set<SessionID>
  }

  /// Maximum number of matches.
  static let mostMatches = 200
  /// Maximum number of entries of all matches together.
  static let mostEntries = 100_000

  private var kept: [Kept] = []
  private var entryCount = 0
  private var members: [RoomID: [ActorNumber: SessionID]] = [:]

  /// An empty cache.
  package init() {}

  /// Records a room's step once it has landed.
  package mutating func note(_ step: Batch) {
    for member in step.entering {
      members[step.room, default: [:]][member.actor] = member.session
    }
    guard let match = step.finished else { return }
    let sessions = match.actors.compactMap { members[step.room]?[$0] }
    kept.append(Kept(match: match, sessions: Set(sessions)))
    entryCount += match.entries.count
    while kept.count > Self.mostMatches || entryCount > Self.mostEntries, let first = kept.first {
      entryCount -= first.match.entries.count
      kept.removeFirst()
    }
    assert(
      entryCount == kept.reduce(0) { $0 + $1.match.entries.count },
      "The entry count is that of the matches kept.")
  }

  /// Forgets a room's members; its matches stay.
  package mutating func close(_ room: RoomID) {
    members[room] = nil
  }

  /// Answers a query.
  package func answer(_ query: ReplayQuery) -> ReplayAnswer {
    let open = kept.filter {
      query.mayWatch(
        from: $0.match.publicFrom, of: $0.match.standings,
        hasPlayed: $0.sessions.contains(query.session))
    }.map(\.match)
    switch query.subject {
    case .list(let mode):
      let listed = open.filter { mode == nil || $0.settings.mode == mode }
      return query.answer(listing: listed.map(\.summary))
    case .match(let name):
      guard let match = open.last(where: { $0.matchID == name }) else { return .unknown }
      guard match.entries.count <= ReplayQuery.mostEntries else { return .tooLong }
      return query.answer(name, base: match.base, entries: match.entries)
    }
  }
}

extension FinishedMatch {
  /// The match's summary for a list.
  package var summary: ReplaySummary {
    ReplaySummary(
      matchID: matchID, settings: settings, endedAt: endedAt, standings: standings)
  }
}
