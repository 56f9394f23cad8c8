// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures

/// A match played by a script on a manual clock; decisions land at once.
struct ScriptedMatch {
  static let start = ServerTime(microseconds: 1_000_000_000)
  static let lead = Duration.milliseconds(60)

  private(set) var match: Match
  private(set) var entries: [Entry] = []
  private(set) var now = Self.start

  /// A match whose seats are taken, with the faces of its slots if given.
  init(_ settings: MatchSettings = MatchSettings(), faces: [Int]? = nil) {
    var dealer = Dealer.fair(.toy)
    var settings = settings
    if let faces {
      settings.pairs = faces.count / 2
      dealer = Dealer(hashing: .toy) { _, _, _, _ in
        Deck(
          faces: faces.map(Face.init), salts: faces.map { _ in [] }, leaves: faces.map { _ in [] })
      }
    }
    match = Match(dealer: dealer)
    decide { decision in
      decision.emit(
        .opened(Event.Opened(matchID: "match-0001", settings: settings, theme: "sea_sky")))
      for seat in 0..<settings.seats {
        decision.emit(
          .seated(
            Event.Seated(
              seat: SeatIndex(seat), player: Player(name: "player \(seat)"),
              actor: ActorNumber(UInt32(seat + 1)))))
      }
    }
  }

  var view: MatchView { match.view }

  /// When the match wakes by itself next.
  var nextWake: ServerTime? { match.nextWake(lead: Self.lead) }

  /// Advances the clock to `time`, waking the match whenever it is due.
  mutating func advance(to time: ServerTime) {
    while let due = nextWake, due <= time {
      now = max(now, due)
      decide { $0.wake() }
    }
    now = max(now, time)
  }

  /// Lets `duration` pass.
  mutating func advance(by duration: Duration) {
    advance(to: now + duration)
  }

  /// Lets `duration` pass without any request or automatic move.
  mutating func pause(_ duration: Duration) {
    now = now + duration
  }

  /// Lands what `body` decides now, and returns it; nothing has changed if it throws.
  @discardableResult
  mutating func decide<Failure: Error>(
    received: ServerTime? = nil, _ body: (inout Decision) throws(Failure) -> Void
  ) throws(Failure) -> [Entry] {
    let received = received ?? now
    var decision = Decision(
      on: match,
      at: Moment(now: now, received: received, judged: received, lead: Self.lead))
    try body(&decision)
    if let sealed = decision.sealed { match.apply(sealed) }
    for entry in decision.entries { match.apply(entry) }
    entries += decision.entries
    return decision.entries
  }

  /// Draws the seed, taps the deck, and waits until the first turn begins.
  mutating func begin() throws(Refusal) {
    decide { $0.commit(seed: Array(0..<32)) }
    try decide { decision throws(Refusal) in try decision.deal() }
    advance(to: view.deal?.playableAt ?? now)
  }

  /// Turns the card in `slot`, for the seat whose turn it is unless another is named.
  @discardableResult
  mutating func choose(
    _ slot: Int, by seat: Int? = nil, received: ServerTime? = nil
  ) throws(Refusal) -> [Entry] {
    let card = CardID(generation: view.generation, slot: slot)
    let seat = seat.map(SeatIndex.init) ?? view.turn?.seat ?? SeatIndex(0)
    return try decide(received: received) { decision throws(Refusal) in
      try decision.choose(card, by: seat)
    }
  }

  /// Plays a whole turn with two cards, and waits until the next one has begun or the match is
  /// over.
  mutating func turn(_ first: Int, _ second: Int) throws(Refusal) {
    try choose(first)
    advance(to: view.lastRevealAt)
    try choose(second)
    advance(to: nextWake ?? now)
    advance(to: view.at)
  }
}

/// A match of `settings` at its first turn.
func started(
  _ settings: MatchSettings = MatchSettings(), faces: [Int]? = nil
) throws(Refusal) -> ScriptedMatch {
  var match = ScriptedMatch(settings, faces: faces)
  try match.begin()
  return match
}

/// The refusal that `body` ends in, nil if it does not.
func refusal(of body: () throws(Refusal) -> Void) -> Refusal? {
  do throws(Refusal) {
    try body()
    return nil
  } catch {
    return error
  }
}
