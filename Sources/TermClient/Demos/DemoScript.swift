// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Wire

/// A scripted match under the real rules, on a clock that the script advances.
///
/// `Decision` decides every entry, as on a server; what a server's room adds (seats, openings) is
/// written as a room writes it. Seed and times are fixed, so every run gives the same log. A script
/// that the rules refuse is a programming error and traps.
struct DemoScript {
  /// The match so far.
  private(set) var match: Match
  /// The log as a viewer receives it.
  private(set) var log = MatchLog()
  /// The script's current time.
  private(set) var now = DemoScript.opening
  private let seed: [UInt8]
  private var matches = 1

  /// When every script begins.
  static let opening = ServerTime(microseconds: 1_000_000_000)
  /// The lead with which the server announces its own actions.
  private static let lead = Duration.milliseconds(100)

  /// A room with its players seated.
  ///
  /// - Parameters:
  ///   - players: the players' names, by seat.
  ///   - settings: the rules; the number of seats is raised to that of the players.
  ///   - seed: the deck's seed.
  init(_ players: [String], _ settings: MatchSettings, seed: UInt8 = 1) {
    match = Match(dealer: .fair(.openSSL))
    self.seed = Array(repeating: seed, count: FairDeal.entropyLength)
    var settings = settings
    settings.seats = max(settings.seats, players.count)
    emit(.opened(Event.Opened(matchID: "demo-1", settings: settings, theme: settings.theme)))
    for (seat, name) in players.enumerated() { sit(name, on: seat) }
    emit(.ownerChanged(ActorNumber(1)))
  }

  /// A match under fixed rules, dealt and ready for the first card.
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

  /// The view after all entries so far.
  var view: MatchView { match.view }

  // MARK: What players do

  /// A player takes a seat.
  mutating func sit(_ name: String, on seat: Int) {
    let actor = ActorNumber(view.lastActor.rawValue + 1)
    emit(
      .seated(Event.Seated(seat: SeatIndex(seat), player: Player(name: name), actor: actor)))
  }

  /// A player leaves a seat.
  mutating func leave(_ seat: Int) {
    emit(.vacated(SeatIndex(seat)))
  }

  /// Everyone gets ready, and the deck appears.
  mutating func begin() {
    for seat in view.takenSeats { emit(.readied(seat, entropyCommit: [])) }
    decide { [seed] in $0.commit(seed: seed) }
  }

  /// Deals the deck and lets time pass until the first turn has begun.
  mutating func deal() {
    decide { try $0.deal() }
    while view.phase == .dealing { pass(.milliseconds(100)) }
    pass(Self.lead)
  }

  /// The player on turn turns the card at a place; time passes until its face shows.
  mutating func choose(_ place: Int) {
    guard let turn = view.turn, let card = view.card(at: place) else {
      preconditionFailure("The demo script has no turn, or no card at \(place).")
    }
    decide { try $0.choose(card.id, by: turn.seat) }
    pass(Pace.halfFlip)
  }

  /// Turns up a pair, with `pause` between its cards.
  mutating func choosePair(pause: Duration = .milliseconds(700)) {
    let pair = places(isPair: true)
    choose(pair.first)
    pass(pause)
    choose(pair.second)
  }

  /// Turns up two different cards, with `pause` between them; seen ones if there are any.
  mutating func chooseMismatch(pause: Duration = .milliseconds(700)) {
    let two = places(isPair: false)
    choose(two.first)
    pass(pause)
    choose(two.second)
  }

  /// The player on turn shuffles.
  mutating func shuffle() {
    guard let turn = view.turn else { preconditionFailure("The demo script has no turn.") }
    decide { try $0.shuffle(by: turn.seat) }
  }

  /// Everyone agrees to restart: this match ends, and the next opens with `pairs`.
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

  /// Advances the clock; the server does what falls due.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let wake = match.nextWake(lead: Self.lead), wake <= end {
      now = max(now, wake)
      decide { $0.wake() }
    }
    now = end
  }

  // MARK: How it is decided

  /// Two places of cards that are face down; seen cards first.
  private func places(isPair: Bool) -> (first: Int, second: Int) {
    guard let faces = match.deck?.faces else {
      preconditionFailure("The demo script looks into a deck that is not drawn yet.")
    }
    let down = view.cards.filter { $0.state == .down }
      .sorted { ($0.isSeen ? 0 : 1, $0.place) < ($1.isSeen ? 0 : 1, $1.place) }
    for (index, first) in down.enumerated() {
      for second in down[(index + 1)...]
      where (faces[first.id.slot] == faces[second.id.slot]) == isPair {
        return (first.place, second.place)
      }
    }
    preconditionFailure("The demo script finds no two such cards.")
  }

  private mutating func emit(_ event: Event) {
    decide { $0.emit(event) }
  }

  private mutating func decide(_ body: (inout Decision) throws -> Void) {
    var decision = Decision(on: match, at: Moment(now: now, lead: Self.lead))
    do { try body(&decision) } catch {
      preconditionFailure("The rules refuse what the demo script does: \(error).")
    }
    match = decision.match
    for entry in decision.entries { log.append(entry) }
  }
}
