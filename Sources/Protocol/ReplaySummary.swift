// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A replay as listed.
package struct ReplaySummary: Hashable, Sendable {
  /// The match's id.
  package var matchID: String
  /// Its settings.
  package var settings: MatchSettings
  /// When it ended.
  package var endedAt: ServerTime
  /// The final standings.
  package var standings: [Standing]

  /// A match with all its parts.
  package init(
    matchID: String, settings: MatchSettings, endedAt: ServerTime, standings: [Standing]
  ) {
    self.matchID = matchID
    self.settings = settings
    self.endedAt = endedAt
    self.standings = standings
  }
}
