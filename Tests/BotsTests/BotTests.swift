// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import Testing

@Suite("Bot", .timeLimit(.minutes(1)))
struct BotTests {
  private let seat = SeatIndex(0)

  /// A view of a fresh deal of `pairs`, built from entries as a viewer gets them.
  private func dealtView(pairs: Int) -> MatchView {
    var view = MatchView()
    let slots = Array(0..<(pairs * 2))
    let events: [Event] = [
      .opened(
        Event.Opened(
          matchID: "m", settings: MatchSettings(pairs: pairs, seats: 1), theme: "animals")),
      .seated(Event.Seated(seat: seat, player: Player(name: "Bo"), actor: ActorNumber(1))),
      .dealt(
        Event.Dealt(
          generation: 1, slots: slots, rows: 2, columns: pairs, turnOrder: [seat], leaves: [],
          stagger: .zero, duration: .zero, playableAt: .zero)),
      .turnBegan(Event.TurnBegan(seat: seat, deadline: nil)),
    ]
    for event in events { view.apply(Entry(seq: view.seq + 1, at: .zero, event: event)) }
    return view
  }

  private func flip(
    _ slot: Int, face: Int, in view: MatchView, outcome: Event.Flipped.Outcome = .first
  ) -> Entry {
    Entry(
      seq: view.seq + 1, at: .zero,
      event: .flipped(
        Event.Flipped(
          seat: seat, card: CardID(generation: 1, slot: slot), face: Face(face), salt: [],
          revealAt: .zero, judgedAt: .zero, bonus: Bonus(remainingMilliseconds: 0),
          outcome: outcome)))
  }

  private var sharp: BotLevel { BotLevel(halfLife: 1e12, attention: 1, slip: 0) }

  @Test("turns the mate it remembers")
  func mate() {
    var view = dealtView(pairs: 4)
    var bot = Bot(level: sharp, seed: 1)
    bot.watch(flip(5, face: 2, in: view), from: seat)
    let up = flip(0, face: 2, in: view)
    view.apply(up)
    bot.watch(up, from: seat)
    #expect(bot.choose(in: view) == CardID(generation: 1, slot: 5))
  }

  @Test("turns a pair it knows before anything new")
  func pair() {
    let view = dealtView(pairs: 4)
    var bot = Bot(level: sharp, seed: 1)
    bot.watch(flip(3, face: 1, in: view), from: seat)
    bot.watch(flip(6, face: 0, in: view), from: seat)
    bot.watch(flip(7, face: 1, in: view), from: seat)
    #expect(bot.choose(in: view) == CardID(generation: 1, slot: 3))
  }

  @Test("turns something new when it knows no pair", arguments: 0..<50)
  func somethingNew(seed: UInt64) {
    let view = dealtView(pairs: 4)
    var bot = Bot(level: sharp, seed: seed)
    for slot in 0..<3 { bot.watch(flip(slot, face: slot, in: view), from: seat) }
    let chosen = bot.choose(in: view)
    #expect(chosen.map { $0.slot >= 3 } == true)
  }

  @Test("forgets everything at a new match")
  func newMatch() {
    let view = dealtView(pairs: 4)
    func choice(seed: UInt64, afterNewMatch: Bool) -> CardID? {
      var bot = Bot(level: sharp, seed: seed)
      bot.watch(flip(0, face: 0, in: view), from: seat)
      bot.watch(flip(1, face: 0, in: view), from: seat)
      if afterNewMatch {
        let opened = Event.Opened(matchID: "n", settings: MatchSettings(), theme: "sports")
        bot.watch(Entry(seq: 1, at: .zero, event: .opened(opened)), from: seat)
      }
      return bot.choose(in: view)
    }
    let pair = CardID(generation: 1, slot: 0)
    #expect((0..<50).allSatisfy { choice(seed: $0, afterNewMatch: false) == pair })
    #expect(!(0..<50).allSatisfy { choice(seed: $0, afterNewMatch: true) == pair })
  }

  @Test("plays the same game from the same seed, another from another")
  func reproducible() {
    let view = dealtView(pairs: 16)
    func firsts(_ seed: UInt64) -> [CardID?] {
      var bot = Bot(seed: seed)
      return (0..<8).map { _ in bot.choose(in: view) }
    }
    #expect(firsts(7) == firsts(7))
    #expect(firsts(7) != firsts(8))
  }

  @Test("thinks as long as a person does", arguments: 0..<20)
  func pace(seed: UInt64) {
    var bot = Bot(seed: seed)
    let time = bot.thinkingTime()
    #expect(time >= .milliseconds(800) && time <= .milliseconds(2500))
  }

  @Test("has nothing to turn when nothing lies face down")
  func nothingLeft() {
    var bot = Bot(seed: 1)
    #expect(bot.choose(in: MatchView()) == nil)
  }
}
