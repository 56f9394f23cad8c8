// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A match decided in the same way on every platform: a deal, a pair, a shuffle, a mismatch.
///
/// The build for wasm32 compiles this file too, as Embedded Swift.
package struct FixedMatch {
  /// The server's time of its first entry.
  package static let opening = ServerTime(microseconds: 1_000_000_000)

  /// Hash functions that are not cryptographic, because nothing needs to be hidden.
  package static let hashing = Hashing(
    sha256: { message in [UInt8](repeating: UInt8(message.count % 256), count: 32) },
    hmac: { _, message in
      (0..<32).map { index in message.reduce(UInt8(index) &* 37) { $0 &* 31 &+ $1 } }
    })

  /// Its log.
  package var log: MatchLog { script.log }
  private var script: MatchScript

  /// Plays the match.
  package init() {
    let faces = (0..<12).map { Face($0 / 2) }
    let deck = Deck(faces: faces, salts: faces.map { _ in [] }, leaves: faces.map { _ in [] })
    let match = Match(dealer: Dealer(hashing: Self.hashing) { _, _, _, _ in deck })
    script = MatchScript(match, at: Self.opening)
    let settings = MatchSettings(pairs: 6, theme: "animals")
    script.emit(.opened(Event.Opened(matchID: "fixed", settings: settings, theme: "animals")))
    for (index, name) in ["Ana", "Ben"].enumerated() {
      let (seat, actor) = (SeatIndex(index), ActorNumber(UInt32(index + 1)))
      script.emit(.seated(Event.Seated(seat: seat, player: Player(name: name), actor: actor)))
      script.emit(.readied(seat, entropyCommit: []))
    }
    script.decide { $0.commit(seed: [1]) }
    script.decide { decision throws(Refusal) in try decision.deal() }
    script.pass(.seconds(3))
    choose(0)
    choose(1)
    script.pass(.milliseconds(1300))
    script.decide { decision throws(Refusal) in try decision.shuffle(by: decision.turnSeat) }
    script.pass(.milliseconds(900))
    choose(script.match.view.card(CardID(generation: 1, slot: 2))?.place ?? -1)
    choose(script.match.view.card(CardID(generation: 1, slot: 5))?.place ?? -1)
    script.pass(.seconds(3))
  }

  private mutating func choose(_ place: Int) {
    guard let card = script.match.view.card(at: place) else {
      preconditionFailure("No card lies there.")
    }
    script.decide { decision throws(Refusal) in try decision.choose(card.id, by: decision.turnSeat)
    }
    script.pass(.milliseconds(600))
  }
}

extension Decision {
  /// The seat whose turn it is.
  fileprivate var turnSeat: SeatIndex {
    guard let turn = view.turn else { preconditionFailure("It is nobody's turn.") }
    return turn.seat
  }
}
