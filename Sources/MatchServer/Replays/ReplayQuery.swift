// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
public import Lobby
public import Protocol

/// What somebody asks about matches that have ended.
public struct ReplayQuery: Hashable, Sendable {
  /// What is asked.
  public enum Subject: Hashable, Sendable {
    /// The latest matches of a mode; nil for any.
    case list(MatchSettings.Mode?)
    /// The match called so.
    case match(String)
  }

  /// The most matches of a list.
  static let mostListed = 50
  /// The most entries of a match that is read at all.
  static let mostEntries = 8192
  /// The most bytes of an answer; clients take messages of 1 MiB.
  static let mostBytes = 960 << 10

  /// Over which connection.
  public var connection: ServerConnectionID
  /// The session's number for the request.
  public var id: RequestID
  /// How the answer is to be encoded.
  public var encoding: WireEncoding
  /// Who asks.
  public var session: SessionID
  /// The player proven to be behind the session; nil for a guest.
  public var playerID: String?
  /// When.
  public var now: ServerTime
  /// What.
  public var subject: Subject

  /// What there is to say to this, in the bytes of a message.
  func answer(listing matches: [ReplaySummary]) -> ReplayAnswer {
    let latest = matches.sorted { ($0.endedAt, $0.matchID) > ($1.endedAt, $1.matchID) }
    return .message(
      encoding.encode(.replays(id: id, Array(latest.prefix(Self.mostListed)))))
  }

  /// The same, where a match was asked for and found: its base and its entries.
  func answer(_ matchID: String, base: MatchView, entries: [Entry]) -> ReplayAnswer {
    let replay = Replay(id: id, matchID: matchID, base: base, entries: entries)
    let bytes = encoding.encode(.replay(replay))
    return bytes.count <= Self.mostBytes ? .message(bytes) : .tooLong
  }
}

/// What becomes of an inquiry.
public enum ReplayAnswer: Hashable, Sendable {
  /// The message to send, encoded.
  case message([UInt8])
  /// There is no such match, or not for who asks: which of both is not told.
  case unknown
  /// The match is too long for a message.
  case tooLong
  /// The journal cannot be read at the moment.
  case unavailable
}
