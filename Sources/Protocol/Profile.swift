// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A player's profile, or the players of the name that was asked for.
package struct Profile: Hashable, Sendable {
  /// The request it answers.
  package var id: RequestID
  /// The player that the request names, as it names it.
  package var asked: String
  /// The player; or several of the same name, those that played last first.
  package var players: [Player]
  /// What is known of the player; nil if there are several.
  package var record: PlayerRecord?

  /// The answer to request `id`.
  package init(id: RequestID, asked: String, players: [Player], record: PlayerRecord?) {
    self.id = id
    self.asked = asked
    self.players = players
    self.record = record
  }

  /// Bytes of the longest name or ID that can be asked for.
  package static let longestName = 96
}

/// What a server knows of a player.
///
/// It counts the rated matches and those of public rooms that were played to their end against
/// people. All lists are bounded: a record takes at most about 40 KB as JSON.
package struct PlayerRecord: Hashable, Sendable {
  /// The modes that the player has played, in their order.
  package var modes: [ModeRecord]
  /// The opponents of the last meetings, at most `mostListed`, the most frequent first.
  package var rivalries: [Rivalry]
  /// The themes, at most `mostListed`, the most frequent first.
  package var themes: [ThemeCount]
  /// The best recall in a match; nil if none is known.
  package var bestRecall: Recall?
  /// The last matches, at most `mostListed`, the latest first.
  package var matches: [PlayedMatch]

  /// The most opponents, themes and matches of a record.
  package static let mostListed = 10
  /// The most points of a rating's course.
  package static let longestCourse = 100

  /// A record with all its parts.
  package init(
    modes: [ModeRecord] = [], rivalries: [Rivalry] = [], themes: [ThemeCount] = [],
    bestRecall: Recall? = nil, matches: [PlayedMatch] = []
  ) {
    self.modes = modes
    self.rivalries = rivalries
    self.themes = themes
    self.bestRecall = bestRecall
    self.matches = matches
  }

  /// Matches played, in all modes.
  package var matchCount: Int { modes.reduce(0) { $0 + $1.matches } }
  /// Matches won, in all modes.
  package var winCount: Int { modes.reduce(0) { $0 + $1.wins } }
}

/// A player's matches in one mode.
package struct ModeRecord: Hashable, Sendable {
  /// The mode.
  package var mode: MatchSettings.Mode
  /// Matches played.
  package var matches: Int
  /// Those that the player, or the player's team, has won alone.
  package var wins: Int
  /// The present rating; nil without a rated match.
  package var rating: RatingCourse?

  /// A record with all its parts.
  package init(mode: MatchSettings.Mode, matches: Int, wins: Int, rating: RatingCourse? = nil) {
    self.mode = mode
    self.matches = matches
    self.wins = wins
    self.rating = rating
  }
}

/// A player's rating in one mode, and how it came to be.
package struct RatingCourse: Hashable, Sendable {
  /// A rating after a match.
  package struct Point: Hashable, Sendable {
    /// When the match ended.
    package var at: ServerTime
    /// The shown rating.
    package var shown: Double

    /// The shown rating at a time.
    package init(at: ServerTime, shown: Double) {
      (self.at, self.shown) = (at, shown)
    }
  }

  /// The shown rating: `mu` minus three `sigma`.
  package var shown: Double
  /// The mean of the estimate.
  package var mu: Double
  /// Its standard deviation.
  package var sigma: Double
  /// Rated matches played.
  package var matches: Int
  /// The last rated matches, at most `PlayerRecord.longestCourse`, the latest last.
  package var course: [Point]

  /// A rating with all its parts.
  package init(shown: Double, mu: Double, sigma: Double, matches: Int, course: [Point]) {
    self.shown = shown
    self.mu = mu
    self.sigma = sigma
    self.matches = matches
    self.course = course
  }
}

/// The matches of a player against one opponent.
package struct Rivalry: Hashable, Sendable {
  /// The opponent.
  package var opponent: Player
  /// Meetings in which the player ranked before the opponent.
  package var won: Int
  /// Meetings in which the opponent ranked before the player.
  package var lost: Int
  /// Meetings in which both ranked alike.
  package var drawn: Int

  /// A rivalry with all its parts.
  package init(opponent: Player, won: Int = 0, lost: Int = 0, drawn: Int = 0) {
    self.opponent = opponent
    self.won = won
    self.lost = lost
    self.drawn = drawn
  }

  /// The number of meetings.
  package var meetings: Int { won + lost + drawn }
}

/// How often a player has played with a theme.
package struct ThemeCount: Hashable, Sendable {
  /// The theme.
  package var theme: String
  /// Matches played with it.
  package var matches: Int

  /// So many matches with a theme.
  package init(theme: String, matches: Int) {
    (self.theme, self.matches) = (theme, matches)
  }
}

/// A match of a player.
package struct PlayedMatch: Hashable, Sendable {
  /// The match's id, by which its replay is requested for as long as the server keeps it.
  package var matchID: String
  /// Its mode.
  package var mode: MatchSettings.Mode
  /// When it ended.
  package var endedAt: ServerTime
  /// The final standings.
  package var standings: [Standing]

  /// A match with all its parts.
  package init(
    matchID: String, mode: MatchSettings.Mode, endedAt: ServerTime, standings: [Standing]
  ) {
    self.matchID = matchID
    self.mode = mode
    self.endedAt = endedAt
    self.standings = standings
  }
}
