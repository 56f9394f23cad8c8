// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// A match that can be watched again, as a list shows it.
public struct ReplaySummary: Hashable, Sendable {
  /// Names the match.
  public var matchID: String
  /// The rules it was played by.
  public var settings: MatchSettings
  /// When it ended.
  public var endedAt: ServerTime
  /// The final table.
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
