// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import Stage

/// A match decided and staged in the same way on every platform, and its scenes as numbers.
///
/// The build for wasm32 compiles this file too, as Embedded Swift: its scenes under JavaScript are
/// compared with the same file of numbers as those of the native build.
struct FixedScenes {
  /// The number of scenes, and the time between them.
  static let count = 20
  private static let distance = Duration.milliseconds(431)
  private static let opening = ServerTime(microseconds: 1_000_000_000)
  private static let lead = Duration.milliseconds(100)

  private var match: Match
  private var log = MatchLog()
  private var now = opening
  private var staged = StagedLog(MatchLog())

  /// Plays the match: a deal, a pair, a shuffle, a mismatch.
  init() {
    let faces = (0..<12).map { Face($0 / 2) }
    let deck = Deck(faces: faces, salts: faces.map { _ in [] }, leaves: faces.map { _ in [] })
    // Not cryptographic, because nothing needs to be hidden.
    let hashing = Hashing(
      sha256: { message in [UInt8](repeating: UInt8(message.count % 256), count: 32) },
      hmac: { _, message in
        (0..<32).map { index in message.reduce(UInt8(index) &* 37) { $0 &* 31 &+ $1 } }
      })
    match = Match(dealer: Dealer(hashing: hashing) { _, _, _, _ in deck })
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
    staged.follow(log)
  }

  /// Scene number `index`, each of its parts as a number.
  func numbers(_ index: Int) -> [Double] {
    let time = Self.opening + Self.distance * index
    let scene = stage(staged, ViewerState(), at: time)
    let motion: Double =
      switch scene.motion {
      case .still: 0
      case .counting: 1
      case .moving: 2
      }
    var numbers = [
      Double(index), motion, Double(scene.deck?.count ?? 0),
      Double(scene.turn?.seat.rawValue ?? -1),
      scene.turn?.clock?.fraction ?? -1, Double(scene.cards.count), Double(scene.numbers.count),
    ]
    for card in scene.cards {
      numbers += [
        Double(card.id.rawValue), Double(card.place), card.centre.x, card.centre.y, card.rotation,
        card.spin, card.scale, card.lift, card.z, Double(card.face?.index ?? -1), card.bonus ?? -1,
      ]
    }
    for number in scene.numbers {
      numbers += [Double(number.delta), number.centre.x, number.centre.y, number.opacity]
    }
    return numbers
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
