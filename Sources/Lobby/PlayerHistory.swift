// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Protocol

/// What a table of profiles keeps of one player: sums, and the last matches.
struct PlayerHistory: Sendable {
  /// Matches in one mode.
  struct Tally: Hashable, Sendable {
    var matches = 0
    var wins = 0
  }

  /// One opponent in one match.
  struct Meeting: Hashable, Sendable {
    /// How it ended for the player.
    enum Outcome: UInt8, Hashable, Sendable {
      case won
      case lost
      case drawn
    }

    /// The opponent's index in the table.
    var opponent: Int32
    var outcome: Outcome
  }

  /// The identity proven by a key.
  let id: String
  /// The name they last used.
  var name: String
  private(set) var tallies: [MatchSettings.Mode: Tally] = [:]
  /// The shown ratings after the last rated matches, the latest last.
  private(set) var courses: [MatchSettings.Mode: Deque<RatingCourse.Point>] = [:]
  /// The last meetings, the latest last.
  private(set) var meetings: Deque<Meeting> = []
  /// The best recall in a match with enough chances.
  private(set) var bestRecall: Recall?
  /// The last matches, the latest last.
  private(set) var latest: Deque<MatchResult> = []
  /// Matches by theme; the rules know only a few.
  private var themes: [String: Int] = [:]

  /// A player without matches.
  init(id: String, name: String) {
    (self.id, self.name) = (id, name)
  }

  /// The player.
  var player: Player { Player(name: name, id: id) }

  /// The themes, the most frequent first, then by name.
  var favouriteThemes: [ThemeCount] {
    let counts = themes.map { ThemeCount(theme: $0.key, matches: $0.value) }
    let ordered = counts.sorted { ($1.matches, $0.theme) < ($0.matches, $1.theme) }
    return Array(ordered.prefix(PlayerRecord.mostListed))
  }

  /// Counts a match.
  ///
  /// - Parameters:
  ///   - result: the match.
  ///   - index: the player's place in its standings.
  ///   - meetings: the opponents whom the player met in it.
  mutating func note(_ result: MatchResult, from index: Int, against meetings: [Meeting]) {
    var tally = tallies[result.mode, default: Tally()]
    tally.matches += 1
    if result.isWon(by: result.standings[index]) { tally.wins += 1 }
    tallies[result.mode] = tally
    self.meetings.append(contentsOf: meetings, keeping: ProfileTable.mostMeetings)
    latest.append(contentsOf: [result], keeping: PlayerRecord.mostListed)
    guard let detail = result.detail else { return }
    themes[detail.theme, default: 0] += 1
    let recall = detail.recall[index]
    if recall.chances >= ProfileTable.leastChances,
      bestRecall.map({ recall.isBetter(than: $0) }) ?? (recall.found > 0)
    {
      bestRecall = recall
    }
  }

  /// Notes the shown rating after a rated match.
  mutating func note(_ shown: Double, in mode: MatchSettings.Mode, at time: ServerTime) {
    let point = RatingCourse.Point(at: time, shown: shown)
    courses[mode, default: []].append(contentsOf: [point], keeping: PlayerRecord.longestCourse)
  }
}

extension MatchResult {
  /// Whether a player's side has won alone.
  fileprivate func isWon(by standing: Standing) -> Bool {
    let side = mode.rules.side(of: standing.seat)
    return standing.rank == 1
      && standings.allSatisfy { $0.rank > 1 || mode.rules.side(of: $0.seat) == side }
  }
}

extension Deque {
  /// Appends elements, and drops the first ones beyond a number.
  fileprivate mutating func append(contentsOf elements: [Element], keeping most: Int) {
    append(contentsOf: elements)
    if count > most { removeFirst(count - most) }
  }
}
