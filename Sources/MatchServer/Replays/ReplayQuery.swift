// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby
package import Protocol

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
  static let mostListed = 50
  /// Longest match that is read, in entries.
  static let mostEntries = 8192
  /// Maximum bytes of an answer; clients accept 1 MiB.
  static let mostBytes = 960 << 10

  /// The connection to answer.
  package var connection: ServerConnectionID
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

  /// The encoded list.
  func answer(listing matches: [ReplaySummary]) -> ReplayAnswer {
    let latest = matches.sorted { ($0.endedAt, $0.matchID) > ($1.endedAt, $1.matchID) }
    return .message(
      encoding.encode(.replays(id: id, Array(latest.prefix(Self.mostListed)))))
  }

  /// The encoded match, or that it is too long.
  func answer(_ matchID: String, base: MatchView, entries: [Entry]) -> ReplayAnswer {
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
