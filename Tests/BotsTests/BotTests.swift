// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import Testing

@Suite("Bot", .timeLimit(.minutes(1)))
struct BotTests {
  private let seat = SeatIndex(0)

  /// A view of a fresh deal of `pairs`, built from entries as a viewer gets them.
  private func dealtView(pairs: Int, players: Int = 1) -> MatchView {
    var view = MatchView()
    let slots = Array(0..<(pairs * 2))
    let events: [Event] = [
      .opened(
        Event.Opened(
          matchID: "m", settings: MatchSettings(pairs: pairs, seats: 2), theme: "animals"))
    ]
    let seats = (0..<players).map { index in
      Event.seated(
        Event.Seated(
          seat: SeatIndex(index), player: Player(name: "Bo"), actor: ActorNumber(UInt32(index + 1)))
      )
    }
    let play: [Event] = [
      .dealt(
        Event.Dealt(
          generation: 1, slots: slots, rows: 2, columns: pairs, turnOrder: [seat], leaves: [],
          stagger: .zero, duration: .zero, playableAt: .zero)),
      .turnBegan(Event.TurnBegan(seat: seat, deadline: nil)),
    ]
    for event in events + seats + play {
      view.apply(Entry(seq: view.seq + 1, at: .zero, event: event))
    }
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

  private var sharp: BotLevel { BotLevel(name: "sharp", halfLife: .infinity) }

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

  /// The second card that a bot turns on a table of three pairs, of which it knows `known` cards
  /// whose faces differ from the first one's.
  private func second(_ level: String, known: Int, players: Int) throws -> CardID? {
    var view = dealtView(pairs: 3, players: players)
    var bot = Bot(level: try #require(BotLevel.named(level)), seed: 5)
    // Often enough that even an expert's memory of it is sure to hold.
    for slot in 0..<known {
      for _ in 0..<50 { bot.watch(flip(slot, face: slot, in: view), from: seat) }
    }
    let up = flip(5, face: 2, in: view)
    view.apply(up)
    bot.watch(up, from: seat)
    return bot.choose(in: view)
  }

  @Test(
    "an expert turns a known card second where the table says so, and a new one where it says that")
  func byTable() throws {
    // By the table: with one known, turn it again rather than show the other a second new one.
    for players in 1...2 {
      #expect(try second("expert", known: 1, players: players)?.slot == 0)
      #expect(try second("expert", known: 2, players: players).map { $0.slot >= 2 } == true)
    }
  }

  @Test("perfect memory plans against others only; weak memory never does")
  func planning() throws {
    #expect(try second("perfect", known: 1, players: 2)?.slot == 0)
    #expect(try second("perfect", known: 1, players: 1).map { $0.slot >= 1 } == true)
    for players in 1...2 {
      #expect(try second("hard", known: 1, players: players).map { $0.slot >= 1 } == true)
    }
  }

  @Test("there are seven levels, the weakest first, and a name leads to each")
  func levels() {
    let names = ["goldfish", "easy", "casual", "medium", "hard", "expert", "perfect"]
    #expect(BotLevel.all.map(\.name) == names)
    #expect(BotLevel.all.map(\.halfLife) == BotLevel.all.map(\.halfLife).sorted())
    #expect(names.map { BotLevel.named($0)?.name } == names)
    #expect(BotLevel.named("boss") == nil && BotLevel.named("") == nil)
    #expect(Set(BotLevel.all.map(\.summary)).count == 7)
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
    func firsts(_ seed: UInt64, thoughts: Int = 0) -> [CardID?] {
      var bot = Bot(seed: seed)
      return (0..<8).map { _ in
        for _ in 0..<thoughts { _ = bot.thinkingTime() }
        return bot.choose(in: view)
      }
    }
    #expect(firsts(7) == firsts(7))
    #expect(firsts(7) == firsts(7, thoughts: 3))
    #expect(firsts(7) != firsts(8))
  }

  @Test("thinks as long as a person does", arguments: BotLevel.all)
  func pace(level: BotLevel) {
    var bot = Bot(level: level, seed: 3)
    let times = (0..<200).map { _ in bot.thinkingTime() }
    #expect(times.allSatisfy { $0 >= .milliseconds(800) && $0 <= .milliseconds(2500) })
    #expect(Set(times).count > 100)
    for _ in 0..<200 {
      let hurried = bot.thinkingTime(timeLeft: .seconds(3))
      #expect(hurried >= .milliseconds(800) && hurried <= .milliseconds(1500))
      #expect(bot.thinkingTime(timeLeft: .milliseconds(-5)) == .milliseconds(800))
    }
  }

  @Test("turns a card beside the one it goes for as often as its level slips")
  func slip() {
    let view = dealtView(pairs: 8)
    // Places 3 and 12 of two rows of eight; neither has a neighbour in common.
    let beside = [2, 4, 11].map { CardID(generation: 1, slot: $0) }
    var slips = 0
    for seed in 0..<2_000 {
      var bot = Bot(
        level: BotLevel(name: "clumsy", halfLife: .infinity, slip: 0.25), seed: UInt64(seed))
      bot.watch(flip(3, face: 1, in: view), from: seat)
      bot.watch(flip(12, face: 1, in: view), from: seat)
      let chosen = bot.choose(in: view)
      if chosen != CardID(generation: 1, slot: 3) {
        slips += 1
        #expect(chosen.map(beside.contains) == true)
      }
    }
    // Three standard errors of 500.
    #expect(abs(slips - 500) < 60)
  }

  @Test("notices as many of the cards others turn as its level attends to, and all of its own")
  func attention() {
    let view = dealtView(pairs: 8)
    let level = BotLevel(name: "dreamy", halfLife: .infinity, attention: 0.3)
    func recalls(as seat: SeatIndex) -> Int {
      (0..<1_000).count { seed in
        var bot = Bot(level: level, seed: UInt64(seed))
        bot.watch(flip(3, face: 1, in: view), from: seat)
        bot.watch(flip(12, face: 1, in: view), from: self.seat)
        return bot.choose(in: view) == CardID(generation: 1, slot: 3)
      }
    }
    #expect(recalls(as: seat) == 1_000)
    // The second card is its own. It knows the first one in 0.3 of all cases, and turns it by
    // chance in one of fifteen of the others.
    #expect(abs(recalls(as: SeatIndex(1)) - 347) < 45)
  }

  @Test("has no card to turn when none is face down")
  func nothingLeft() {
    var bot = Bot(seed: 1)
    #expect(bot.choose(in: MatchView()) == nil)
  }
}
