// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A computer player: it sees what its seat is shown, remembers some of it, and chooses cards.
///
/// It receives entries only when they are shown, and views as shown, so it knows nothing that a
/// person in its seat would not. It takes a pair it remembers; otherwise it turns an unknown card
/// and then its mate, or what its level prescribes. The same seed and the same entries give the
/// same game, at any pace.
package struct Bot: Sendable {
  /// A face-down card and the face that the bot remembers.
  private struct Known {
    var card: CardID
    var face: Face
  }

  /// How well it plays.
  package let level: BotLevel
  private var memory: BotMemory
  private var dice: BotRandom
  /// A separate generator, so that the pace does not affect the choices.
  private var paceDice: BotRandom

  /// A bot of `level`; `seed` determines all its choices.
  package init(level: BotLevel = .medium, seed: UInt64) {
    self.level = level
    memory = BotMemory(halfLife: level.halfLife)
    dice = BotRandom(seed: seed)
    paceDice = BotRandom(seed: ~seed)
  }

  /// Sees an entry when it is shown; `seat` is the bot's own.
  package mutating func watch(_ entry: Entry, from seat: SeatIndex?) {
    switch entry.event {
    case .opened, .dealt: memory.dropAll()
    case .flipped(let flip):
      memory.age()
      let isOwn = flip.seat == seat
      guard isOwn || dice.unit() <= level.attention else { return }
      memory.note(flip.card, flip.face, with: &dice)
    case .settled(let settled):
      for card in settled.cleared { memory.drop(card) }
    default: break
    }
  }

  /// The card to turn now; nil if none is face down.
  package mutating func choose(in view: MatchView) -> CardID? {
    var known: [Known] = []
    var unknown: [CardID] = []
    for card in view.cards where card.state == .down {
      if let face = memory.face(of: card.id) {
        known.append(Known(card: card.id, face: face))
      } else {
        unknown.append(card.id)
      }
    }
    if let meant = meantCard(among: known, besides: unknown.count, in: view) {
      // Aiming for a remembered card may go wrong; a random choice cannot.
      guard dice.unit() <= level.slip else { return meant }
      return dice.pick(neighbours(of: meant, in: view)) ?? meant
    }
    return dice.pick(unknown) ?? dice.pick(known)?.card
  }

  /// How long it thinks before turning a card: 0.8 to 2.5 s.
  ///
  /// At most half of `timeLeft` of its turn, to leave time for a second card, but never less than
  /// 0.8 s.
  package mutating func thinkingTime(timeLeft: Duration? = nil) -> Duration {
    let time = Duration.milliseconds(Int64(paceDice.between(800, 2500)))
    guard let timeLeft else { return time }
    return max(min(time, timeLeft / 2), .milliseconds(800))
  }

  /// The remembered card it aims for; nil for an unknown card.
  private mutating func meantCard(
    among known: [Known], besides unknownCount: Int, in view: MatchView
  ) -> CardID? {
    guard let up = view.faceUp.first, let face = view.card(up)?.face else {
      return firstOfAPair(among: known)
    }
    if let mate = known.first(where: { $0.face == face }) { return mate.card }
    // The card that is face up is half of a pair.
    let pairs = (known.count + unknownCount + 1) / 2
    return takesNewSecond(known: known, pairs: pairs, in: view) ? nil : dice.pick(known)?.card
  }

  private func firstOfAPair(among known: [Known]) -> CardID? {
    for (index, card) in known.enumerated()
    where known[(index + 1)...].contains(where: { $0.face == card.face }) {
      return card.card
    }
    return nil
  }

  /// Whether to turn an unknown card second, if the first one's mate is not remembered.
  private func takesNewSecond(known: [Known], pairs: Int, in view: MatchView) -> Bool {
    switch level.secondCard {
    case .new: return true
    case .byTableAgainstOthers where view.seats.count(where: { $0.player != nil }) < 2: return true
    case .byTable, .byTableAgainstOthers:
      // Where the table advises idling (two known cards), the next best move is played.
      let singles = Set(known.map { $0.face }).count
      return MoveTable.standard.advice(pairs: pairs, known: min(singles, pairs)).move == .twoNew
    }
  }

  private func neighbours(of card: CardID, in view: MatchView) -> [CardID] {
    guard let place = view.card(card)?.place, view.columns > 0 else { return [] }
    let row = place / view.columns
    let column = place % view.columns
    let around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return around.compactMap { row, column in
      guard row >= 0, column >= 0, column < view.columns else { return nil }
      let found = view.card(at: row * view.columns + column)
      return found?.state == .down ? found?.id : nil
    }
  }
}
