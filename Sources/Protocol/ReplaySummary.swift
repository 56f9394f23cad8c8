// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// A replay as listed.
public struct ReplaySummary: Hashable, Sendable {
  /// The match's id.
  public var matchID: String
  /// Its settings.
  public var settings: MatchSettings
  /// When it ended.
  public var endedAt: ServerTime
  /// The final standings.
  public var standings: [Standing]

  /// A match with all its parts.
  public init(
    matchID: String, settings: MatchSettings, endedAt: ServerTime, standings: [Standing]
  ) {
    self.matchID = matchID
    self.settings = settings
    self.endedAt = endedAt
    self.standings = standings
  }
}
