// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Protocol
import Testing

@testable import Lobby

@Suite("Daily deals as a fold", .timeLimit(.minutes(1)))
struct DailyTableTests {
  private static let day = Day(number: 20_000)
  private static let seeds = DailySeeds(key: [UInt8](repeating: 7, count: 32), hashing: .toy)

  /// A player's attempt.
  private static func attempt(
    _ player: String?, _ turns: Int, seconds: Int = 60, on day: Day = day,
    reason: Event.Ended.Reason = .finished, after: Duration = .seconds(3600)
  ) -> MatchResult {
    var result = RatingTableTests.result([player], mode: .classic, isRated: false, reason: reason)
    result.endedAt = day.begins + after
    result.detail = ResultDetail(
      theme: "food", isPublic: false, recall: [Recall(found: 0, chances: 0)],
      daily: DailyAttempt(
        day: day, result: DailyResult(turns: turns, duration: .seconds(seconds))))
    return result
  }

  private func table(_ results: [MatchResult]) -> DailyTable {
    var table = DailyTable()
    for result in results { table.fold(result) }
    return table
  }

  private func board(
    _ table: DailyTable, _ day: Day = day, for player: String? = nil,
    at now: ServerTime = day.begins + .seconds(7200)
  ) -> DailyBoard { table.board(of: day, for: player, Self.seeds, at: now) }

  @Test("ranks by turns, then by time; equals share a rank")
  func ranks() throws {
    let table = table([
      Self.attempt("ada", 20), Self.attempt("bob", 15, seconds: 90),
      Self.attempt("cyd", 15, seconds: 80), Self.attempt("dee", 20),
      Self.attempt("eve", 21, seconds: 1),
    ])
    let board = board(table, for: "dee")
    #expect(board.rows.map(\.player.id) == ["cyd", "bob", "ada", "dee", "eve"])
    #expect(board.rows.map(\.rank) == [1, 2, 3, 3, 5] && board.players == 5)
    #expect(board.own?.rank == 3 && board.own?.result.turns == 20 && board.isPlayed)
    #expect(self.board(table, for: "fay").own == nil)
    #expect(!self.board(table, for: "fay").isPlayed && !self.board(table).isPlayed)
  }

  @Test("counts a player's first attempt only, even if it was given up")
  func first() {
    let table = table([
      Self.attempt("ada", 20), Self.attempt("ada", 12),
      Self.attempt("bob", 3, reason: .resigned), Self.attempt("bob", 12),
    ])
    let board = board(table, for: "bob")
    #expect(board.rows.map(\.result.turns) == [20] && board.own == nil && board.isPlayed)
    #expect(table.hasPlayed("bob", on: Self.day) && !table.hasPlayed("bob", on: Self.day.next))
  }

  @Test("ignores guests, other matches, and what ends after the seed was revealed")
  func ignored() {
    var other = Self.attempt("ada", 12)
    other.detail?.daily = nil
    var bare = Self.attempt("ada", 12)
    bare.detail = nil
    let late = Self.attempt(
      "ada", 12, after: Day.length + DailyBoard.revealDelay)
    let table = table([Self.attempt(nil, 12), other, bare, late])
    #expect(board(table).players == 0 && !table.hasPlayed("ada", on: Self.day))
    let inTime = Self.attempt("ada", 12, after: Day.length + .seconds(1799))
    #expect(board(self.table([inTime])).players == 1)
  }

  @Test("reveals a seed half an hour after its day, and commits to it before")
  func seeds() throws {
    let (table, day) = (DailyTable(), Self.day)
    let before = board(table, at: day.ends + DailyBoard.revealDelay - .microseconds(1))
    let after = board(table, at: day.ends + DailyBoard.revealDelay)
    #expect(before.seed == nil && before.commitment == after.commitment)
    let seed = try #require(after.seed)
    #expect(FairDeal(of: day, hashing: .toy).seedCommit(seed) == after.commitment)
    #expect(Self.seeds.seed(of: day.next) != seed)
    #expect(DailySeeds(key: [1], hashing: .toy).seed(of: day) != seed)
  }

  @Test("counts days in a row, and the longest such row")
  func streaks() {
    let days = [0, 1, 2, 5, 6].map { Day(number: Self.day.number + $0) }
    var table = table(days.map { Self.attempt("ada", 12, on: $0) })
    #expect(table.streaks(of: "ada", on: days[4]) == (2, 3))
    #expect(table.streaks(of: "ada", on: days[4].next) == (2, 3))
    #expect(table.streaks(of: "ada", on: days[4].next.next) == (0, 3))
    #expect(table.streaks(of: "bob", on: days[4]) == (0, 0))
    #expect(table.streaks(of: nil, on: days[4]) == (0, 0))
    // An attempt that is given up ends the row.
    table.fold(Self.attempt("ada", 4, on: days[4].next, reason: .resigned))
    table.fold(Self.attempt("ada", 12, on: days[4].next.next))
    #expect(table.streaks(of: "ada", on: days[4].next.next) == (1, 3))
  }

  @Test("keeps the boards of the last days, whatever comes late, and any number of players")
  func bounds() {
    var table = DailyTable()
    for number in 0..<500 {
      table.fold(Self.attempt("player \(number)", 12 + number % 90, seconds: number))
    }
    #expect(board(table).rows.count == DailyBoard.mostRows && board(table).players == 500)
    #expect(board(table, for: "player 499").own?.rank == 300)
    let later = Day(number: Self.day.number + DailyTable.keptDays)
    table.fold(Self.attempt("ada", 12, on: later))
    #expect(board(table).players == 0 && board(table, later).players == 1)
    table.fold(Self.attempt("bob", 12))
    #expect(board(table).players == 0)
  }

  @Test("plays a recalled day again, with the seed that was revealed")
  func recalled() throws {
    var seeds = Self.seeds
    let seed = [UInt8](repeating: 9, count: 32)
    seeds.recalled = RecalledDay(day: Self.day, seed: seed)
    #expect(seeds.seed(of: Self.day) == seed && seeds.seed(of: Self.day.next) != seed)
    #expect(RecalledDay(day: Self.day, seed: [1]) == nil)
    var profiles = ProfileTable()
    profiles.recall(Self.day)
    profiles.fold(Self.attempt("ada", 12, after: Day.length * 9))
    #expect(board(profiles.daily).players == 1)
  }

  @Test("counts turns, and the time without the clock's pauses")
  func counter() {
    var counter = AttemptCounter()
    let start = ServerTime(microseconds: 5_000_000)
    func entry(_ seconds: Int, _ event: Event) -> Entry {
      Entry(seq: 1, at: start + .seconds(seconds), event: event)
    }
    func flip() -> Event {
      .flipped(
        Event.Flipped(
          seat: SeatIndex(0), card: CardID(generation: 1, slot: 0), face: Face(0), salt: [],
          revealAt: start, judgedAt: start, bonus: Bonus(remainingMilliseconds: 0), outcome: .first)
      )
    }
    counter.read(entry(0, .clockAdjusted(givenBack: .seconds(100))))
    counter.read(
      entry(
        0,
        .dealt(
          Event.Dealt(
            generation: 1, slots: [], rows: 1, columns: 1, turnOrder: [], leaves: [],
            stagger: .zero, duration: .zero, playableAt: start + .seconds(2)))))
    for second in [3, 4, 6] { counter.read(entry(second, flip())) }
    counter.read(entry(20, .clockAdjusted(givenBack: .seconds(9))))
    counter.read(entry(21, flip()))
    #expect(counter.result == DailyResult(turns: 2, duration: .seconds(10)))
    #expect(AttemptCounter().result == DailyResult(turns: 0, duration: .zero))
    #expect(DailyResult(turns: 99_999, duration: .seconds(999_999)).turns == DailyResult.mostTurns)
    #expect(DailyResult(turns: 1, duration: .seconds(-1)).duration == .zero)
  }
}
