// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// Each event in an entry, with every field set, and again with as few as possible.
let entrySamples: [Sample<Entry>] = events.map { sample in
  // Variants of an event are the server's own doing, so that entries without a cause are here too.
  let isVariant = sample.name.contains("-")
  let cause = Cause(actor: ActorNumber(3), request: RequestID(12))
  return Sample(
    sample.name,
    Entry(seq: 41, at: time(59), cause: isVariant ? nil : cause, event: sample.message))
}

private let events: [Sample<Event>] =
  [
    Sample(
      "opened", .opened(Event.Opened(matchID: "m-7", settings: unusualSettings, theme: "garden"))),
    Sample(
      "seated",
      .seated(
        Event.Seated(
          seat: SeatIndex(0), player: Player(name: "Ada 🦉", id: "p-ada"), actor: ActorNumber(1)))),
    Sample(
      "seated-bot",
      .seated(
        Event.Seated(
          seat: SeatIndex(7), player: Player(name: "Bit", isBot: true), actor: ActorNumber(2)))),
    Sample("vacated", .vacated(SeatIndex(0))),
    Sample("owner-changed", .ownerChanged(ActorNumber(2))),
    Sample("owner-changed-nobody", .ownerChanged(nil)),
    Sample("skipped", .skipped(SeatIndex(1))),
    Sample(
      "skipped-stand-in",
      .skipped(
        SeatIndex(1), standIn: Player(name: "Medium bot", isBot: true, level: "medium"))),
    Sample("returned", .returned(SeatIndex(1))),
    Sample("configured", .configured(MatchSettings(), theme: "food")),
    Sample("readied", .readied(SeatIndex(0), entropyCommit: sequence(0x10, count: 32))),
    Sample("readied-without", .readied(SeatIndex(1), entropyCommit: [])),
    Sample(
      "committed",
      .committed(
        Event.Committed(
          seedCommit: sequence(0x30, count: 32), entropyCommits: [sequence(0x10, count: 32), []]))),
    Sample("revealed", .revealed(SeatIndex(0), entropy: sequence(0x20, count: 32))),
    Sample("revealed-nothing", .revealed(SeatIndex(0), entropy: [])),
    Sample("consented", .consented(SeatIndex(0))),
    Sample(
      "dealt",
      .dealt(
        Event.Dealt(
          generation: 2, slots: [3, 0, 2, 1], rows: 2, columns: 2,
          turnOrder: [SeatIndex(1), SeatIndex(0)],
          leaves: (0..<4).map { sequence($0 << 5, count: 32) }, stagger: .milliseconds(80),
          duration: .milliseconds(400), playableAt: time(60)))),
    Sample("turn-began", .turnBegan(Event.TurnBegan(seat: SeatIndex(0), deadline: time(90)))),
    Sample("turn-began-unlimited", .turnBegan(Event.TurnBegan(seat: SeatIndex(0), deadline: nil))),
    Sample(
      "flipped-first",
      .flipped(
        Event.Flipped(
          seat: SeatIndex(0), card: CardID(generation: 2, slot: 0), face: Face(0),
          salt: sequence(1, count: 16), revealAt: time(61), judgedAt: time(60),
          bonus: Bonus(remainingMilliseconds: 6000, runningSince: time(61)), outcome: .first))),
    Sample(
      "flipped-match",
      .flipped(
        Event.Flipped(
          seat: SeatIndex(0), card: CardID(generation: 2, slot: 3), face: Face(31),
          salt: sequence(2, count: 16), revealAt: time(62), judgedAt: time(61),
          refund: .milliseconds(45), bonus: Bonus(remainingMilliseconds: 0), outcome: .match,
          scoreChanges: [
            ScoreChange(
              seat: SeatIndex(0), card: CardID(generation: 2, slot: 3), delta: 8, bonus: 6,
              total: 0)
          ]))),
    Sample(
      "flipped-mismatch",
      .flipped(
        Event.Flipped(
          seat: SeatIndex(1), card: CardID(generation: 2, slot: 2), face: Face(7), salt: [],
          revealAt: time(63), judgedAt: time(62),
          bonus: Bonus(remainingMilliseconds: 100, runningSince: time(63)), outcome: .mismatch,
          scoreChanges: [
            ScoreChange(
              seat: SeatIndex(1), card: CardID(generation: 2, slot: 1), delta: -1, total: -3),
            ScoreChange(
              seat: SeatIndex(1), card: CardID(generation: 2, slot: 2), delta: -1, total: -4),
          ]))),
    Sample(
      "settled-back",
      .settled(
        Event.Settled(turnedBack: [
          CardID(generation: 2, slot: 1), CardID(generation: 2, slot: 2),
        ]))),
    Sample(
      "settled-cleared",
      .settled(
        Event.Settled(cleared: [CardID(generation: 2, slot: 0), CardID(generation: 2, slot: 3)]))),
    Sample(
      "shuffled", .shuffled(Event.Shuffled(seat: SeatIndex(0), permutation: [0, 2, 1, 3, 4, 5]))),
    Sample("shuffled-by-server", .shuffled(Event.Shuffled(seat: nil, permutation: []))),
    Sample(
      "shuffled-blindly",
      .shuffled(
        Event.Shuffled(
          seat: SeatIndex(1),
          redealt: Event.Redealt(
            generation: 3, slots: [0, 3], leaves: [0, 1].map { sequence($0 << 5, count: 32) },
            playableAt: time(70))))),
    Sample(
      "turn-expired",
      .turnExpired(
        Event.TurnExpired(
          seat: SeatIndex(0), judgedAt: time(90), refund: .microseconds(1),
          scoreChanges: [ScoreChange(seat: SeatIndex(0), card: nil, delta: -2, total: -2)]))),
    Sample("resigned", .resigned(SeatIndex(0))),
    Sample("stalemate-warning", .stalemateWarning(turnsLeft: 2)),
    Sample("clock-adjusted", .clockAdjusted(givenBack: .microseconds(1_250_001))),
  ] + endings + [Sample("unrecognized", .unrecognized)]

/// An end for each reason.
private let endings: [Sample<Event>] = Event.Ended.Reason.allCases.map { reason in
  Sample(
    "ended-\(reason.rawValue)",
    .ended(
      Event.Ended(
        standings: [
          Standing(
            rank: 1, seat: SeatIndex(1), player: Player(name: "Bit", isBot: true), score: 14,
            pairs: 2),
          Standing(
            rank: 2, seat: SeatIndex(0), player: Player(name: "Ada", id: "p-ada"), score: -2,
            pairs: 0),
        ],
        reason: reason, seed: sequence(0x70, count: 32),
        entropies: [sequence(0x20, count: 32), []])))
}
