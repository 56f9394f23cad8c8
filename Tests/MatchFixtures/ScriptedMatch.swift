// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A match played by script under the real rules, for tests that need a true log.
///
/// Time advances only by `pass` and as stated for an action; the test supplies the deck.
package struct ScriptedMatch {
  /// The match as decided so far.
  package private(set) var match: Match
  /// Everything that happened, as a viewer has it.
  package private(set) var log = MatchLog()
  /// The server's time.
  package private(set) var now: ServerTime
  /// Each entry with the views before and after it.
  package private(set) var steps: [(entry: Entry, before: MatchView, after: MatchView)] = []

  /// The lead of the server's announcements.
  package static let lead = Duration.milliseconds(100)
  /// When every scripted match opens.
  package static let opening = ServerTime(microseconds: 1_000_000_000)

  /// A room of `players` that waits until they are ready; `faces` is the deck by slot, two of each.
  package init(
    _ players: [String] = ["Ana", "Ben"], faces: [Int] = [0, 0, 1, 1, 2, 2, 3, 3],
    settings: MatchSettings = MatchSettings(theme: "animals")
  ) {
    let deck = Deck(
      faces: faces.map { Face($0) }, salts: faces.map { _ in [] }, leaves: faces.map { _ in [] })
    match = Match(dealer: Dealer(hashing: .toy) { _, _, _, _ in deck })
    now = Self.opening
    var settings = settings
    settings.pairs = faces.count / 2
    settings.seats = players.count
    emit(.opened(Event.Opened(matchID: "match", settings: settings, theme: settings.theme)))
    for (index, name) in players.enumerated() {
      let actor = ActorNumber(UInt32(index + 1))
      // Without a key nobody sits at a rated table.
      let player = Player(name: name, id: settings.isRated ? name.lowercased() : nil)
      emit(.seated(Event.Seated(seat: SeatIndex(index), player: player, actor: actor)))
      if index == 0 { emit(.ownerChanged(actor)) }
    }
  }

  /// The view with everything decided so far folded in.
  package var view: MatchView { match.view }

  /// The seat whose turn it is; traps if it is nobody's.
  package var turnSeat: SeatIndex {
    guard let turn = view.turn else { preconditionFailure("It is nobody's turn.") }
    return turn.seat
  }

  /// Writes an event into the log as if the server had decided it now.
  package mutating func emit(_ event: Event) {
    decide { $0.emit(event) }
  }

  /// Lets time pass; the server makes the moves that fall due.
  package mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let wake = match.nextWake(lead: Self.lead), wake <= end {
      now = max(now, wake)
      decide { $0.wake() }
    }
    now = end
  }

  /// Makes everyone ready, so that the deck can be dealt.
  package mutating func begin() {
    for seat in view.takenSeats { emit(.readied(seat, entropyCommit: [])) }
    decide { $0.commit(seed: [1, 2, 3]) }
  }

  /// Deals, and lets time pass until the first turn has begun.
  package mutating func deal() {
    decide { try $0.deal() }
    while view.phase == .dealing { pass(.milliseconds(100)) }
    pass(Self.lead)
  }

  /// The seat whose turn it is turns the card at a place, and time passes until it shows.
  package mutating func choose(_ place: Int) {
    let (seat, card) = (turnSeat, view.card(at: place))
    guard let card else { preconditionFailure("There is no card at \(place).") }
    decide { try $0.choose(card.id, by: seat) }
    pass(Pace.halfFlip)
  }

  /// Both cards are turned, and time passes until the next turn has begun or the match is over.
  package mutating func choose(_ first: Int, _ second: Int) {
    choose(first)
    choose(second)
    pass(view.settings.reveal + Self.lead)
  }

  /// The seat whose turn it is shuffles.
  package mutating func shuffle() {
    let seat = turnSeat
    decide { try $0.shuffle(by: seat) }
    pass(Self.lead)
  }

  /// A seat resigns.
  package mutating func resign(_ seat: Int) {
    decide { try $0.resign(SeatIndex(seat)) }
    pass(Self.lead)
  }

  private mutating func decide(_ body: (inout Decision) throws -> Void) {
    var decision = Decision(on: match, at: Moment(now: now, lead: Self.lead))
    do { try body(&decision) } catch {
      preconditionFailure("The script asked for what the rules refuse: \(error).")
    }
    if let record = decision.sealed { match.apply(record) }
    for entry in decision.entries {
      let before = match.view
      match.apply(entry)
      log.append(entry)
      steps.append((entry, before, match.view))
    }
  }
}
