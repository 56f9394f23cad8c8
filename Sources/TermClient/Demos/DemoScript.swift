// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// A match played by script under the real rules, on a clock turned by hand: what the demos show.
///
/// Every entry is decided by `Decision` as a server decides it; what a server's room adds, seats and
/// openings, is written in as a room writes it. Seed and times are fixed, so each run is the same
/// log. A script that asks for what the rules refuse is our mistake and traps.
struct DemoScript {
  /// The match as decided so far.
  private(set) var match: Match
  /// Everything that happened, as a viewer has it.
  private(set) var log = MatchLog()
  /// The time by the script.
  private(set) var now = DemoScript.opening
  private let seed: [UInt8]
  private var matches = 1

  /// When every script opens.
  static let opening = ServerTime(microseconds: 1_000_000_000)
  /// How far ahead what the server does by itself is announced.
  private static let lead = Duration.milliseconds(100)

  /// A room in which players have sat down.
  ///
  /// - Parameters:
  ///   - players: their names, by seat.
  ///   - settings: the rules; as many chairs as players, unless there are to be more.
  ///   - seed: what the deck is drawn from.
  init(_ players: [String], _ settings: MatchSettings, seed: UInt8 = 1) {
    match = Match(dealer: .fair(.openSSL))
    self.seed = Array(repeating: seed, count: FairDeal.entropyLength)
    var settings = settings
    settings.seats = max(settings.seats, players.count)
    emit(.opened(Event.Opened(matchID: "demo-1", settings: settings, theme: settings.theme)))
    for (seat, name) in players.enumerated() { sit(name, on: seat) }
    emit(.ownerChanged(ActorNumber(1)))
  }

  /// A match of one deal by fixed rules, dealt and ready for the first card.
  static func dealt(
    pairs: Int, players: [String] = ["Ada"], theme: String = "animals", seed: UInt8 = 1
  ) -> DemoScript {
    var script = DemoScript(
      players, MatchSettings(pairs: pairs, seats: players.count, turnLimit: .zero, theme: theme),
      seed: seed)
    script.begin()
    script.deal()
    return script
  }

  /// The view with everything decided so far folded in.
  var view: MatchView { match.view }

  // MARK: What players do

  /// Someone takes a seat.
  mutating func sit(_ name: String, on seat: Int) {
    let actor = ActorNumber(view.lastActor.rawValue + 1)
    emit(
      .seated(Event.Seated(seat: SeatIndex(seat), player: Player(name: name), actor: actor)))
  }

  /// Someone leaves a seat.
  mutating func leave(_ seat: Int) {
    emit(.vacated(SeatIndex(seat)))
  }

  /// Everyone gets ready and the deck lies there.
  mutating func begin() {
    for seat in view.takenSeats { emit(.readied(seat, entropyCommit: [])) }
    decide { [seed] in $0.commit(seed: seed) }
  }

  /// The deck is tapped, and time passes until the first turn has begun.
  mutating func deal() {
    decide { try $0.deal() }
    while view.phase == .dealing { pass(.milliseconds(100)) }
    pass(Self.lead)
  }

  /// Whoever's turn it is turns the card at a place, and time passes until its face shows.
  mutating func choose(_ place: Int) {
    guard let turn = view.turn, let card = view.card(at: place) else {
      preconditionFailure("The demo's script has no turn or no card at \(place).")
    }
    decide { try $0.choose(card.id, by: turn.seat) }
    pass(Pace.halfFlip)
  }

  /// A pair is turned up, `pause` after each other.
  mutating func choosePair(pause: Duration = .milliseconds(700)) {
    let pair = places(isPair: true)
    choose(pair.first)
    pass(pause)
    choose(pair.second)
  }

  /// Two cards that differ are turned up, `pause` after each other; seen ones, where there are.
  mutating func chooseMismatch(pause: Duration = .milliseconds(700)) {
    let two = places(isPair: false)
    choose(two.first)
    pass(pause)
    choose(two.second)
  }

  /// Whoever's turn it is shuffles.
  mutating func shuffle() {
    guard let turn = view.turn else { preconditionFailure("The demo's script has no turn.") }
    decide { try $0.shuffle(by: turn.seat) }
  }

  /// Everyone agrees to start again: this match ends and the next opens, of `pairs`.
  mutating func restart(pairs: Int? = nil) {
    for seat in view.takenSeats { emit(.consented(seat)) }
    decide { $0.end(.restarted, at: $0.moment.now) }
    matches += 1
    var settings = view.settings
    settings.pairs = pairs ?? settings.pairs
    emit(
      .opened(
        Event.Opened(matchID: "demo-\(matches)", settings: settings, theme: settings.theme)))
  }

  /// Lets time pass; the server does what falls due.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let wake = match.nextWake(lead: Self.lead), wake <= end {
      now = max(now, wake)
      decide { $0.wake() }
    }
    now = end
  }

  // MARK: How it is decided

  /// Two places of cards that lie face down, those seen before first.
  private func places(isPair: Bool) -> (first: Int, second: Int) {
    guard let faces = match.deck?.faces else {
      preconditionFailure("The demo's script looks into a deck that is not drawn.")
    }
    let down = view.cards.filter { $0.state == .down }
      .sorted { ($0.isSeen ? 0 : 1, $0.place) < ($1.isSeen ? 0 : 1, $1.place) }
    for (index, first) in down.enumerated() {
      for second in down[(index + 1)...]
      where (faces[first.id.slot] == faces[second.id.slot]) == isPair {
        return (first.place, second.place)
      }
    }
    preconditionFailure("The demo's script finds no two cards.")
  }

  private mutating func emit(_ event: Event) {
    decide { $0.emit(event) }
  }

  private mutating func decide(_ body: (inout Decision) throws -> Void) {
    var decision = Decision(on: match, at: Moment(now: now, lead: Self.lead))
    do { try body(&decision) } catch {
      preconditionFailure("The demo's script asked for what the rules refuse: \(error).")
    }
    match = decision.match
    for entry in decision.entries { log.append(entry) }
  }
}
