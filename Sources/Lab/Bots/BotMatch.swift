// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Game

/// A match of bots by the rules of `classic`, without server, clock or network: a fast measure of
/// strength.
///
/// Each bot sees the same entries and view as over a connection, and nothing else.
struct BotMatch {
  struct Outcome: Equatable {
    /// Pairs of each seat.
    var pairs: [Int]
    /// Turns of all seats together; a match keeps the turn and counts as another.
    var turns: Int
    /// The cards turned, in order.
    var cards: [CardID]
  }

  private var bots: [Bot]
  private let deck: [Face]
  private var view = MatchView()
  private var seat = SeatIndex(0)
  private var outcome: Outcome

  /// Plays a match until the table is empty.
  ///
  /// - Parameters:
  ///   - levels: the level of each seat's bot; seat 0 moves first.
  ///   - count: pairs in the deck.
  ///   - seed: seeds the deck and the bots.
  /// - Returns: the outcome, the same for the same seed.
  static func play(_ levels: [BotLevel], pairs count: Int, seed: UInt64) -> Outcome {
    var match = BotMatch(levels, pairs: count, seed: seed)
    while match.outcome.pairs.reduce(0, +) < count { match.takeTurn() }
    return match.outcome
  }

  private init(_ levels: [BotLevel], pairs count: Int, seed: UInt64) {
    var dice = SeededRandom(seed: seed)
    deck = (0..<count * 2).map { Face($0 / 2) }.shuffled(using: &dice)
    bots = levels.map { Bot(level: $0, seed: dice.next()) }
    outcome = Outcome(pairs: levels.map { _ in 0 }, turns: 0, cards: [])
    let settings = MatchSettings(pairs: count, seats: levels.count, mode: .classic)
    show(.opened(Event.Opened(matchID: "bots", settings: settings, theme: "")))
    let seats = levels.indices.map { SeatIndex($0) }
    for seat in seats {
      let player = Player(name: "Bot", isBot: true)
      let actor = ActorNumber(UInt32(seat.rawValue + 1))
      show(.seated(Event.Seated(seat: seat, player: player, actor: actor)))
    }
    let grid = Board.fitting(cards: count * 2)
    show(
      .dealt(
        Event.Dealt(
          generation: 1, slots: Array(deck.indices), rows: grid.rows, columns: grid.columns,
          turnOrder: seats, leaves: [], stagger: .zero, duration: .zero, playableAt: .zero)))
    show(.turnBegan(Event.TurnBegan(seat: seat, deadline: nil)))
  }

  private mutating func takeTurn() {
    outcome.turns += 1
    var up: [CardID] = []
    var isPair = false
    while up.count < 2 {
      guard let card = bots[seat.rawValue].choose(in: view) else {
        preconditionFailure("A bot chose no card although cards are on the table.")
      }
      isPair = up.first.map { deck[$0.slot] == deck[card.slot] } ?? false
      show(
        .flipped(
          Event.Flipped(
            seat: seat, card: card, face: deck[card.slot], salt: [], revealAt: .zero,
            judgedAt: .zero, bonus: Bonus(remainingMilliseconds: 0),
            outcome: up.isEmpty ? .first : isPair ? .match : .mismatch)))
      up.append(card)
    }
    outcome.cards += up
    show(.settled(isPair ? Event.Settled(cleared: up) : Event.Settled(turnedBack: up)))
    if isPair {
      outcome.pairs[seat.rawValue] += 1
    } else {
      seat = SeatIndex((seat.rawValue + 1) % bots.count)
    }
    show(.turnBegan(Event.TurnBegan(seat: seat, deadline: nil)))
  }

  private mutating func show(_ event: Event) {
    let entry = Entry(seq: view.seq + 1, at: .zero, event: event)
    view.apply(entry)
    for index in bots.indices { bots[index].watch(entry, from: SeatIndex(index)) }
  }
}
