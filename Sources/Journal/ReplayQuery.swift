// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby
package import Protocol
package import Wire

/// A query about finished matches.
package struct ReplayQuery: Hashable, Sendable {
  /// The subject of a query.
  package enum Subject: Hashable, Sendable {
    /// The latest matches of a mode, or of all modes.
    case list(MatchSettings.Mode?)
    /// The match with this id.
    case match(String)
  }

  /// Maximum length of a list.
  package static let mostListed = 50
  /// Longest match that is read, in entries.
  package static let mostEntries = 8192
  /// Maximum bytes of an answer; clients accept 1 MiB.
  package static let mostBytes = 960 << 10

  /// The caller that awaits the answer.
  package var correlation: CorrelationID
  /// The request's id.
  package var id: RequestID
  /// The answer's encoding.
  package var encoding: WireEncoding
  /// The requesting session.
  package var session: SessionID
  /// Its proven player; nil for a guest.
  package var playerID: String?
  /// When the query was made.
  package var now: ServerTime
  /// The subject.
  package var subject: Subject

  /// A query with all its parts.
  package init(
    correlation: CorrelationID, id: RequestID, encoding: WireEncoding, session: SessionID,
    playerID: String?, now: ServerTime, subject: Subject
  ) {
    self.correlation = correlation
    self.id = id
    self.encoding = encoding
    self.session = session
    self.playerID = playerID
    self.now = now
    self.subject = subject
  }

  /// Whether the caller may watch a match: everybody may from a time on, and its players at any time.
  ///
  /// - Parameters:
  ///   - time: when it becomes public; nil for never.
  ///   - standings: its players.
  ///   - hasPlayed: whether the session is among those that have played it.
  /// - Returns: whether the caller may.
  package func mayWatch(
    from time: ServerTime?, of standings: [Standing], hasPlayed: @autoclosure () -> Bool
  ) -> Bool {
    if let time, time <= now { return true }
    return hasPlayed() || standings.contains { $0.player.id != nil && $0.player.id == playerID }
  }

  /// The encoded list.
  package func answer(listing matches: [ReplaySummary]) -> ReplayAnswer {
    let latest = matches.sorted { ($0.endedAt, $0.matchID) > ($1.endedAt, $1.matchID) }
    return .message(
      encoding.encode(.replays(id: id, Array(latest.prefix(Self.mostListed)))))
  }

  /// The encoded match, or that it is too long.
  package func answer(_ matchID: String, base: MatchView, entries: [Entry]) -> ReplayAnswer {
    let replay = Replay(id: id, matchID: matchID, base: base, entries: entries)
    let bytes = encoding.encode(.replay(replay))
    return bytes.count <= Self.mostBytes ? .message(bytes) : .tooLong
  }
}

/// The answer to a query.
package enum ReplayAnswer: Hashable, Sendable {
  /// The encoded message.
  case message([UInt8])
  /// Unknown, or not visible to the session: the answer does not say which.
  case unknown
  /// The match is too long to send.
  case tooLong
  /// The journal cannot be read now.
  case unavailable
}
