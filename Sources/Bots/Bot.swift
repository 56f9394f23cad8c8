// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// A player that is a program: it sees what its seat is shown, remembers some of it, and chooses.
///
/// It is given entries when they are shown, never before, and views as shown; it knows nothing a
/// person on its seat would not. The same seed and the same showing give the same game.
public struct Bot: Sendable {
  /// A card in mind.
  private struct Memory: Sendable {
    var face: Face
    var sightings: Int
    /// Gone from mind once this many cards were shown.
    var lastsUntil: Double
  }

  private let level: BotLevel
  private var random: BotRandom
  private var memories: [CardID: Memory] = [:]
  private var shown = 0

  /// A bot of `level` with dice of its own.
  public init(level: BotLevel = .medium, seed: UInt64) {
    self.level = level
    random = BotRandom(seed: seed)
  }

  /// Sees an entry as it is shown; `seat` is the bot's own.
  public mutating func watch(_ entry: Entry, from seat: SeatIndex?) {
    switch entry.event {
    case .opened, .dealt: memories = [:]
    case .flipped(let flip):
      shown += 1
      let isOwn = flip.seat == seat
      guard isOwn || random.unit() <= level.attention else { return }
      remember(flip.card, flip.face)
    case .settled(let settled):
      for card in settled.cleared { memories[card] = nil }
    default: break
    }
  }

  /// The card it turns now; nil if none lies face down.
  public mutating func choose(in view: MatchView) -> CardID? {
    let down = view.cards.filter { $0.state == .down }.map(\.id)
    let meant = meantCard(among: down, in: view) ?? random.pick(down)
    guard let meant, random.unit() <= level.slip else { return meant }
    return random.pick(neighbours(of: meant, in: view)) ?? meant
  }

  /// How long it thinks before it turns a card.
  public mutating func thinkingTime() -> Duration {
    .milliseconds(Int64(random.between(800, 2500)))
  }

  private mutating func meantCard(among down: [CardID], in view: MatchView) -> CardID? {
    let known = down.filter { recalls($0) }
    if let up = view.faceUp.first, let face = view.card(up)?.face {
      if let mate = known.first(where: { memories[$0]?.face == face }) { return mate }
    } else {
      for (index, card) in known.enumerated() {
        let face = memories[card]?.face
        if known[(index + 1)...].contains(where: { memories[$0]?.face == face }) { return card }
      }
    }
    return random.pick(down.filter { !recalls($0) })
  }

  private func recalls(_ card: CardID) -> Bool {
    memories[card].map { Double(shown) <= $0.lastsUntil } ?? false
  }

  private mutating func remember(_ card: CardID, _ face: Face) {
    let sightings = (memories[card]?.sightings ?? 0) + 1
    let firmness = min(4, 1 + Double(sightings - 1) / 2)
    let lifetime = level.halfLife * firmness * (1 / random.unit() - 1)
    memories[card] = Memory(
      face: face, sightings: sightings, lastsUntil: Double(shown) + lifetime)
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
