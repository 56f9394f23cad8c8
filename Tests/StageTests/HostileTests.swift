// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import Stage
import Testing

@Suite("A log that no honest server would send", .timeLimit(.minutes(1)))
struct HostileTests {
  private static let far: [Int64] = [.min, -1, 0, 1, 1_000_000, .max]

  private func log(_ events: [Event]) -> MatchLog {
    var log = MatchLog()
    for event in events {
      log.append(
        Entry(
          seq: log.latest.seq + 1, at: ServerTime(microseconds: Int64(log.latest.seq)),
          event: event))
    }
    return log
  }

  private func opened(_ settings: MatchSettings) -> Event {
    .opened(Event.Opened(matchID: "", settings: settings, theme: "\u{1b}[2J"))
  }

  private func dealt(
    rows: Int, columns: Int, slots: [Int] = [0, 1, 1, 99, -1, 2], stagger: Duration = .zero,
    flight: Duration = .zero, playableAt: Int64 = 10
  ) -> Event {
    .dealt(
      Event.Dealt(
        generation: .max, slots: slots, rows: rows, columns: columns,
        turnOrder: [SeatIndex(-1), SeatIndex(99)], leaves: [], stagger: stagger,
        duration: flight, playableAt: ServerTime(microseconds: playableAt)))
  }

  /// Samples the log at its own times and at the ends of the scale.
  private func sample(_ log: MatchLog) -> [Scene] {
    var local = ViewerState()
    local.add(.seat(SeatIndex(77)), at: .zero)
    local.add(.chose(CardID(rawValue: .max)), at: ServerTime(microseconds: .min))
    local.add(.refused(CardID(rawValue: .max)), at: ServerTime(microseconds: .max))
    let times = Self.far + (0...Int64(log.entries.count)).map { $0 }
    let staged = [DealStyle.fromDeck, .fromPlaces(seed: .max)].map { StagedLog(log, dealStyle: $0) }
    return staged.flatMap { staged in
      MotionPreference.allCases.flatMap { motion in
        local.motion = motion
        return times.map { stage(staged, local, at: ServerTime(microseconds: $0)) }
      }
    }
  }

  @Test(
    "Boards without places, or too large for any table, keep to the largest there is",
    arguments: [0, -1, 65, .min, .max], [0, -1, 65, .min, .max, 3])
  func boards(rows: Int, columns: Int) {
    let log = log([opened(MatchSettings()), dealt(rows: rows, columns: columns)])
    for scene in sample(log) where scene.phase == .dealing {
      #expect((1...Table.limit).contains(scene.table.rows))
      #expect((1...Table.limit).contains(scene.table.columns))
      #expect(scene.cards.allSatisfy { scene.table.places.contains($0.place) })
    }
  }

  @Test("A card on a place that is not there is not shown")
  func places() {
    let scenes = sample(log([opened(MatchSettings()), dealt(rows: 1, columns: 2)]))
    #expect(scenes.contains { $0.cards.map(\.place) == [0, 1] })
  }

  @Test("A shuffle that is no permutation moves nothing")
  func shuffles() {
    let shuffled = Event.Shuffled(seat: SeatIndex(9), permutation: [-5, 400, 2, .max, 0, .min])
    let scenes = sample(
      log([opened(MatchSettings()), dealt(rows: 2, columns: 3), .shuffled(shuffled)]))
    #expect(scenes.contains { $0.cards.map(\.place) == [0, 1, 2, 3, 4, 5] })
  }

  @Test("Timings at the ends of the scale", arguments: far, far)
  func timings(one: Int64, other: Int64) {
    let settings = MatchSettings(bonusLimit: .microseconds(one), reveal: .microseconds(other))
    let card = CardID(generation: .max, slot: 0)
    let flip = Event.Flipped(
      seat: SeatIndex(3), card: card, face: Face(.max), salt: [],
      revealAt: ServerTime(microseconds: one), judgedAt: ServerTime(microseconds: other),
      bonus: Bonus(
        remainingMilliseconds: max(0, one), runningSince: ServerTime(microseconds: other)),
      outcome: .first,
      scoreChanges: [ScoreChange(seat: SeatIndex(-3), card: card, delta: .max, total: .min)])
    let log = log([
      opened(settings),
      dealt(
        rows: 2, columns: 3, stagger: .microseconds(one), flight: .microseconds(other),
        playableAt: one),
      .turnBegan(
        Event.TurnBegan(seat: SeatIndex(-8), deadline: ServerTime(microseconds: other))),
      .flipped(flip), .turnExpired(Event.TurnExpired(seat: SeatIndex(5), judgedAt: .zero)),
    ])
    let scenes = sample(log)
    #expect(scenes.allSatisfy { $0.cards.allSatisfy { (0...1).contains($0.bonus ?? 0) } })
    #expect(scenes.compactMap(\.turn?.clock).allSatisfy { (0...1).contains($0.fraction) })
  }

  @Test(
    "A deck of any size is clamped to what a table can hold", arguments: [Int.min, 0, 33, .max])
  func decks(pairs: Int) {
    let scenes = sample(
      log([
        opened(MatchSettings(pairs: pairs, seats: pairs)),
        .committed(Event.Committed(seedCommit: [], entropyCommits: [])),
      ]))
    #expect(scenes.contains { (2...64).contains($0.deck?.count ?? 0) })
  }

  @Test("An end without standings, reasons without a match")
  func ends() {
    let ended = Event.Ended(standings: [], reason: .finished, seed: [], entropies: [])
    let scenes = sample(log([.ended(ended), .resigned(SeatIndex(0)), .unrecognized]))
    #expect(scenes.last?.headline == .ended(.finished, winners: []))
  }
}
