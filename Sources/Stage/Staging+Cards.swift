// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

// The table: cards, their pies, and the deck.

extension Staging {
  /// How long a refused choice is shown as one.
  static let refusalShows = Duration.milliseconds(400)

  mutating func cards() -> [Scene.Card] {
    var cards: [Scene.Card] = []
    for deal in deals {
      for card in deal.cards where card.isShown(at: t) {
        if let posed = pose(of: card) { cards.append(posed) }
      }
    }
    return cards.sorted { ($0.z, $0.place, $0.id) < ($1.z, $1.place, $1.id) }
  }

  /// The deck on the table's middle: with what is not dealt yet, or with what has come back.
  func deck() -> Scene.Deck? {
    let count: Int
    switch view.phase {
    case .undealt: count = Self.deckSize(view.settings)
    case .dealing: count = deals.last?.cards.count { $0.bornAt > t } ?? 0
    case .waiting, .committing:
      let returning = deals.last.map { $0.cards.filter { $0.isUndealt } } ?? []
      count = returning.count { !$0.isShown(at: t) }
    case .playing, .ended: count = 0
    }
    return count > 0 ? Scene.Deck(centre: table.centre, count: count) : nil
  }

  private mutating func pose(of card: StagedCard) -> Scene.Card? {
    let slot = card.id.slot
    guard view.cards.indices.contains(slot), view.cards[slot].id == card.id,
      view.cards[slot].state != .cleared
    else {
      guard let left = card.left else { return nil }
      return pose(of: card, as: left, isLeaving: true)
    }
    return pose(of: card, as: view.cards[slot], isLeaving: false)
  }

  private mutating func pose(
    of card: StagedCard, as now: CardView, isLeaving: Bool
  ) -> Scene.Card {
    let own = isLeaving ? nil : LocalMotion(card, local, at: t)
    let rotation = own?.rotation ?? card.rotation
    let seconds = t.seconds
    var rest = max(card.restTime(after: seconds), rotation.restTime(after: seconds))
    var centre = card.centre.value(at: seconds)
    if let shake = own?.shake {
      centre.x += shake.value(at: seconds)
      rest = max(rest, shake.restTime(after: seconds))
    }
    if rest > seconds { move() }
    let isChosen = own?.isWaiting ?? false
    var isRefused = false
    if let refusedAt = own?.refusedAt {
      isRefused = t < refusedAt + Self.refusalShows
      look(ahead: refusedAt + Self.refusalShows)
    }
    let degrees = rotation.value(at: seconds)
    let face = degrees < 90 ? card.face(at: t) : nil
    let lift = card.lift.value(at: seconds)
    let isFlying = card.centre.restTime(after: seconds) > seconds
    let level = isChosen ? 2.0 : now.state == .down ? 0 : 1
    return Scene.Card(
      id: card.id, place: now.place, centre: centre, rotation: degrees,
      spin: card.spin.value(at: seconds), scale: card.scale.value(at: seconds), lift: lift,
      face: face, isMatched: now.state == .matched, bonus: pie(of: now), isChosen: isChosen,
      isRefused: isRefused,
      z: isFlying ? 20 - Double(card.turn) / 100 : level + (lift > 0 ? 3 : 0))
  }

  /// What is left of a draining bonus.
  private mutating func pie(of card: CardView) -> Double? {
    let limit = view.settings.bonusLimit.wholeMilliseconds
    let full = card.bonus.remainingMilliseconds
    guard card.state == .up, limit > 0, full > 0, let since = card.bonus.runningSince else {
      return nil
    }
    let left = Double(full) - Double((max(t, since) - since).wholeMicroseconds) / 1000
    guard left > 0 else { return nil }
    count(from: since)
    return min(left / Double(limit), 1)
  }
}
