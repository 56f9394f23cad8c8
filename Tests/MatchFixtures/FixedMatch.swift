// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A match decided in the same way on every platform: a deal, a pair, a shuffle, a mismatch.
///
/// The build for wasm32 compiles this file too, as Embedded Swift.
package struct FixedMatch {
  /// The server's time of its first entry.
  package static let opening = ServerTime(microseconds: 1_000_000_000)
  private static let lead = Duration.milliseconds(100)

  /// Hash functions that are not cryptographic, because nothing needs to be hidden.
  package static let hashing = Hashing(
    sha256: { message in [UInt8](repeating: UInt8(message.count % 256), count: 32) },
    hmac: { _, message in
      (0..<32).map { index in message.reduce(UInt8(index) &* 37) { $0 &* 31 &+ $1 } }
    })

  /// Its log.
  package private(set) var log = MatchLog()
  private var match: Match
  private var now = opening

  /// Plays the match.
  package init() {
    let faces = (0..<12).map { Face($0 / 2) }
    let deck = Deck(faces: faces, salts: faces.map { _ in [] }, leaves: faces.map { _ in [] })
    match = Match(dealer: Dealer(hashing: Self.hashing) { _, _, _, _ in deck })
    let settings = MatchSettings(pairs: 6, theme: "animals")
    emit(.opened(Event.Opened(matchID: "fixed", settings: settings, theme: "animals")))
    for (index, name) in ["Ana", "Ben"].enumerated() {
      let (seat, actor) = (SeatIndex(index), ActorNumber(UInt32(index + 1)))
      emit(.seated(Event.Seated(seat: seat, player: Player(name: name), actor: actor)))
      emit(.readied(seat, entropyCommit: []))
    }
    decide { $0.commit(seed: [1]) }
    decide { decision throws(Refusal) in try decision.deal() }
    pass(.seconds(3))
    choose(0)
    choose(1)
    pass(.milliseconds(1300))
    decide { decision throws(Refusal) in try decision.shuffle(by: decision.turnSeat) }
    pass(.milliseconds(900))
    choose(match.view.card(CardID(generation: 1, slot: 2))?.place ?? -1)
    choose(match.view.card(CardID(generation: 1, slot: 5))?.place ?? -1)
    pass(.seconds(3))
  }

  private mutating func emit(_ event: Event) { decide { $0.emit(event) } }

  private mutating func choose(_ place: Int) {
    guard let card = match.view.card(at: place) else { preconditionFailure("No card lies there.") }
    decide { decision throws(Refusal) in try decision.choose(card.id, by: decision.turnSeat) }
    pass(.milliseconds(600))
  }

  /// Lets time pass; the rules make the moves that fall due.
  private mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let wake = match.nextWake(lead: Self.lead), wake <= end {
      now = max(now, wake)
      decide { $0.wake() }
    }
    now = end
  }

  private mutating func decide(_ body: (inout Decision) throws(Refusal) -> Void) {
    var decision = Decision(on: match, at: Moment(now: now, lead: Self.lead))
    do throws(Refusal) { try body(&decision) } catch {
      preconditionFailure("The rules refuse what this match needs.")
    }
    if let record = decision.sealed { match.apply(record) }
    for entry in decision.entries {
      match.apply(entry)
      log.append(entry)
    }
  }
}

extension Decision {
  /// The seat whose turn it is.
  fileprivate var turnSeat: SeatIndex {
    guard let turn = view.turn else { preconditionFailure("It is nobody's turn.") }
    return turn.seat
  }
}
