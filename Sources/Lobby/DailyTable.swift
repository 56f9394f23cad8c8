// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol

/// The daily deals' results and everyone's streaks: a fold over match results in the order in which
/// they were journalled, as `RatingTable` is.
///
/// A player's first result of a day is the only one. The boards of the last ``keptDays`` days are kept
/// and one record a player; folding a result costs the logarithm of a board, and moving the results
/// that took as many turns.
package struct DailyTable: Sendable {
  /// The latest days whose boards are kept.
  package static let keptDays = 3

  /// A player's days.
  private struct Record {
    /// The last day with a result.
    var last: Day
    /// The last day that was finished, and the streak that ended with it.
    var finished: Day?
    var streak = 0
    var longest = 0
  }

  /// A result among those with as many turns.
  private struct Line {
    let player: Player
    let result: DailyResult
  }

  /// A day's results.
  private struct Board {
    var players: [String: Line?] = [:]
    /// Finished results by their turns, each list in order.
    var lines: [Int: [Line]] = [:]
    var count = 0

    mutating func add(_ line: Line) {
      count += 1
      var equals = lines.removeValue(forKey: line.result.turns) ?? []
      equals.insert(line, at: Self.place(of: line.result, after: true, in: equals))
      lines[line.result.turns] = equals
    }

    /// Where a result stands among sorted ones: before its equals, or after them.
    static func place(of result: DailyResult, after: Bool, in lines: [Line]) -> Int {
      var (low, high) = (0, lines.count)
      while low < high {
        let middle = (low + high) / 2
        let other = lines[middle].result
        if other < result || after && other == result { low = middle + 1 } else { high = middle }
      }
      return low
    }

    /// The number of better results, plus one.
    func rank(of result: DailyResult) -> Int {
      let fewer = lines.reduce(0) { $1.key < result.turns ? $0 + $1.value.count : $0 }
      return fewer + Self.place(of: result, after: false, in: lines[result.turns] ?? []) + 1
    }

    /// The best results, with their ranks.
    func best(_ limit: Int) -> [DailyBoard.Row] {
      var rows: [DailyBoard.Row] = []
      for turns in lines.keys.sorted() {
        for line in lines[turns] ?? [] {
          guard rows.count < limit else { return rows }
          let isEqual = rows.last?.result == line.result
          rows.append(
            DailyBoard.Row(
              rank: isEqual ? rows[rows.count - 1].rank : rows.count + 1, player: line.player,
              result: line.result))
        }
      }
      return rows
    }
  }

  /// A past day that is played again here, and whose results count whenever they come.
  var recalled: Day?
  private var boards: [Day: Board] = [:]
  private var records: [String: Record] = [:]

  /// An empty table.
  package init() {}

  /// Folds a result in, if it is one of a daily deal.
  mutating func fold(_ result: MatchResult) {
    guard let day = result.detail?.daily?.day, let player = result.standings.first?.player,
      let id = player.id,
      day == recalled || result.endedAt < day.ends + DailyBoard.revealDelay
    else { return }
    var record = records[id] ?? Record(last: day.previous)
    guard record.last < day else { return }
    record.last = day
    let finished = result.reason == .finished ? result.detail?.daily?.result : nil
    if finished != nil {
      record.streak = record.finished == day.previous ? record.streak + 1 : 1
      record.longest = max(record.longest, record.streak)
      record.finished = day
    }
    records[id] = record
    note(finished, of: player, id, on: day)
  }

  private mutating func note(
    _ result: DailyResult?, of player: Player, _ id: String, on day: Day
  ) {
    let newest = boards.keys.reduce(day) { max($0, $1) }
    guard day.number > newest.number - Self.keptDays else { return }
    var board = boards.removeValue(forKey: day) ?? Board()
    let line = result.map { Line(player: player, result: $0) }
    board.players.updateValue(line, forKey: id)
    if let line { board.add(line) }
    boards[day] = board
    for old in boards.keys where old.number <= newest.number - Self.keptDays { boards[old] = nil }
  }

  /// Whether a player has used the attempt at a day's deal; days that are no longer kept count as
  /// unused.
  package func hasPlayed(_ player: String, on day: Day) -> Bool {
    boards[day]?.players.index(forKey: player) != nil
  }

  /// A day's board, as one player sees it.
  ///
  /// - Parameters:
  ///   - day: the day.
  ///   - player: the ID of the player whose row is asked for; nil for nobody's.
  ///   - seeds: the source of its commitment.
  ///   - now: the time, which decides whether its seed is revealed.
  /// - Returns: the board; empty for a day that is not kept.
  package func board(
    of day: Day, for player: String?, _ seeds: DailySeeds, at now: ServerTime
  ) -> DailyBoard {
    let board = boards[day] ?? Board()
    let played = player.flatMap { board.players[$0] }
    let own = (played ?? nil).map { line in
      DailyBoard.Row(
        rank: board.rank(of: line.result), player: line.player, result: line.result)
    }
    return DailyBoard(
      day: day, commitment: seeds.commitment(to: day),
      seed: day == recalled || now >= day.ends + DailyBoard.revealDelay
        ? seeds.seed(of: day) : nil,
      players: board.count, rows: board.best(DailyBoard.mostRows), own: own, isPlayed: played != nil
    )
  }

  /// A player's streak as of a day, and the longest.
  package func streaks(of player: String?, on day: Day) -> (current: Int, longest: Int) {
    guard let player, let record = records[player], let finished = record.finished else {
      return (0, 0)
    }
    return (finished >= day.previous ? record.streak : 0, record.longest)
  }
}
