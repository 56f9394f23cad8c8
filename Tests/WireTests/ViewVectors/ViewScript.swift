// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Wire

/// A room played by script under the real rules and with a fair deal, of which a vector is made:
/// each entry, and the view after it.
///
/// Nothing in it is random, so it comes out the same each time.
struct ViewScript {
  private static let lead = Duration.milliseconds(100)

  private(set) var match = Match(dealer: .fair(.openSSL))
  private(set) var now = ServerTime(microseconds: 1_795_342_200_000_000)
  private(set) var steps: [(entry: Entry, after: MatchView)] = []
  private var matches: UInt8 = 0
  /// Each member's last request.
  private var requests: [ActorNumber: UInt64] = [:]

  var view: MatchView { match.view }

  /// A room of `players`; in `name:id` the player has that id.
  init(_ players: [String], _ settings: MatchSettings) {
    var settings = settings
    settings.theme = "animals"
    settings.seats = max(players.count, settings.seats)
    open(settings.asPlayed)
    for (index, name) in players.enumerated() { sit(name, SeatIndex(index)) }
    emit(.ownerChanged(ActorNumber(1)), by: SeatIndex(0))
  }

  // MARK: Actions

  mutating func open(_ settings: MatchSettings, by seat: SeatIndex? = nil) {
    matches += 1
    emit(
      .opened(
        Event.Opened(matchID: "match-\(matches)", settings: settings, theme: settings.theme)),
      by: seat)
  }

  /// Somebody takes a seat, as the next member.
  mutating func sit(_ name: String, _ seat: SeatIndex) {
    let parts = name.split(separator: ":").map(String.init)
    let actor = ActorNumber(view.lastActor.rawValue + 1)
    let player = Player(name: parts[0], id: parts.dropFirst().first)
    decide(actor) {
      $0.emit(.seated(Event.Seated(seat: seat, player: player, actor: actor)))
    }
  }

  mutating func emit(_ event: Event, by seat: SeatIndex? = nil) {
    decide(seat.flatMap { view.seats[$0.rawValue].actor }) { $0.emit(event) }
  }

  /// Decides a request of a seat.
  mutating func ask(_ seat: Int, _ body: (inout Decision) throws -> Void) {
    decide(view.seats[seat].actor, body)
  }

  /// Lets time pass; the server makes the moves that fall due.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let wake = match.nextWake(lead: Self.lead), wake <= end {
      now = max(now, wake)
      decide(nil) { $0.wake() }
    }
    now = end
  }

  /// A clock pause of `duration`, which is refunded.
  mutating func standStill(_ duration: Duration) {
    let since = now
    now = now + duration
    decide(nil) { $0.giveBack(since: since) }
  }

  /// All seated players get ready, the seats of `sharing` with a commitment.
  mutating func getReady(sharing: [Int] = []) {
    for seat in view.takenSeats {
      pass(.milliseconds(400))
      let isSharing = sharing.contains(seat.rawValue)
      let commit = isSharing ? match.fair.entropyCommit(Self.share(of: seat), seat: seat) : []
      emit(.readied(seat, entropyCommit: commit), by: seat)
    }
    let seed = (0..<32).map { UInt8($0) &+ matches }
    decide(view.takenSeats.last.flatMap { view.seats[$0.rawValue].actor }) { $0.commit(seed: seed) }
  }

  /// A seat opens its commitment.
  mutating func reveal(_ seat: Int) {
    pass(.milliseconds(100))
    ask(seat) { try $0.reveal(Self.share(of: SeatIndex(seat)), by: SeatIndex(seat)) }
  }

  /// The deck is tapped, and time passes until the first turn has begun.
  mutating func deal() {
    pass(.milliseconds(300))
    ask(0) { try $0.deal() }
    while view.phase == .dealing { pass(.milliseconds(100)) }
    pass(Self.lead)
  }

  /// The seat whose turn it is turns a card after a while, and time passes until it shows.
  mutating func choose(_ slot: Int, by seat: Int? = nil) {
    if now < view.earliestChoice { pass(view.earliestChoice - now) }
    pass(.milliseconds(700))
    let seat = seat ?? turnSeat
    let id = view.cards[slot].id
    ask(seat) { try $0.choose(id, by: SeatIndex(seat)) }
    pass(.milliseconds(180))
  }

  /// Turns two cards, and time passes until they have settled and the next turn has begun.
  mutating func choose(_ slots: (Int, Int)) {
    choose(slots.0)
    choose(slots.1)
    pass(view.settings.reveal + Self.lead)
  }

  mutating func shuffle() {
    pass(.milliseconds(500))
    let seat = turnSeat
    ask(seat) { try $0.shuffle(by: SeatIndex(seat)) }
    pass(.seconds(4))
  }

  // MARK: Queries

  /// The seat whose turn it is; there must be one.
  var turnSeat: Int {
    guard let turn = view.turn else { preconditionFailure("It is nobody's turn.") }
    return turn.seat.rawValue
  }

  /// Two cards on the table with one face.
  var pair: (Int, Int) {
    let down = slots { _ in true }
    for first in down {
      if let second = down.first(where: { $0 > first && face($0) == face(first) }) {
        return (first, second)
      }
    }
    preconditionFailure("There is no pair left.")
  }

  /// Two cards on the table with different faces, both of them seen before or both not; nil for
  /// none.
  func mismatch(seen isSeen: Bool) -> (Int, Int)? {
    let down = slots { $0.isSeen == isSeen }
    guard let first = down.first, let second = down.first(where: { face($0) != face(first) }) else {
      return nil
    }
    return (first, second)
  }

  /// Finds all remaining pairs, whosever turn it is.
  mutating func finish() {
    while view.phase == .playing { choose(pair) }
  }

  private func slots(_ isWanted: (CardView) -> Bool) -> [Int] {
    view.cards.filter { $0.state == .down && isWanted($0) }.map { $0.id.slot }
  }

  private func face(_ slot: Int) -> Face? { match.deck?.faces[slot] }

  private static func share(of seat: SeatIndex) -> [UInt8] {
    [UInt8](repeating: UInt8(ascii: "a") + UInt8(seat.rawValue), count: FairDeal.entropyLength)
  }

  private mutating func decide(
    _ actor: ActorNumber?, _ body: (inout Decision) throws -> Void
  ) {
    let cause = actor.map { actor in
      requests[actor, default: 0] += 1
      return Cause(actor: actor, request: RequestID(requests[actor, default: 0]))
    }
    var decision = Decision(on: match, at: Moment(now: now, lead: Self.lead), cause: cause)
    do { try body(&decision) } catch {
      preconditionFailure("The script asked for what the rules refuse: \(error).")
    }
    if let record = decision.sealed { match.apply(record) }
    for entry in decision.entries {
      match.apply(entry)
      steps.append((entry, match.view))
    }
  }
}
