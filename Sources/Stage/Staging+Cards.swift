// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// The table: cards, their pies, and the deck.

extension Staging {
  /// How long a refused choice is shown as one.
  static let refusalShows = Duration.milliseconds(400)
  /// Steps of a bonus pie from full to empty.
  static let pieSteps: Int64 = 24
  /// The longest stagger and flight of a deal that are believed, in microseconds.
  private static let longestFlight: Int64 = 10_000_000

  mutating func cards() -> [Scene.Card] {
    let landings = landings()
    var cards: [Scene.Card] = []
    for (slot, card) in view.cards.enumerated() where card.state != .cleared {
      guard landings.isEmpty || landings[slot] <= t, let centre = table.centre(of: card.place)
      else { continue }
      cards.append(pose(of: card, centre: centre))
    }
    return cards.sorted { ($0.z, $0.place, $0.id) < ($1.z, $1.place, $1.id) }
  }

  /// The deck on the table's middle while cards wait in it.
  mutating func deck() -> Scene.Deck? {
    let count: Int
    switch view.phase {
    case .undealt: count = Self.deckSize(view.settings)
    case .dealing:
      let waiting = landings().filter { $0 > t }
      for landing in waiting { look(ahead: landing) }
      count = waiting.count
    case .waiting, .committing, .playing, .ended: count = 0
    }
    return count > 0 ? Scene.Deck(centre: table.centre, count: count) : nil
  }

  private mutating func pose(of card: CardView, centre: Point) -> Scene.Card {
    let isUp = card.state == .up || card.state == .matched
    let pressed = local.pressed(card.id, at: t).map { !isUp && card.changedAt <= $0 } ?? false
    var isRefused = false
    if let refusedAt = local.refused(card.id, at: t) {
      isRefused = t < refusedAt + Self.refusalShows
      look(ahead: refusedAt + Self.refusalShows)
    }
    return Scene.Card(
      id: card.id, place: card.place, centre: centre, rotation: isUp ? 0 : 180,
      face: isUp ? card.face : nil, isMatched: card.state == .matched, bonus: pie(of: card),
      isChosen: pressed, isRefused: isRefused, z: pressed ? 2 : isUp ? 1 : 0)
  }

  /// What is left of a draining bonus in whole steps, rounded up, so that it changes seldom.
  private mutating func pie(of card: CardView) -> Double? {
    let limit = view.settings.bonusLimit.wholeMilliseconds
    let full = card.bonus.remainingMilliseconds
    guard card.state == .up, limit > 0, full > 0, let since = card.bonus.runningSince else {
      return nil
    }
    let left = min(card.bonus.remaining(at: t), limit)
    let steps = (left * Self.pieSteps + limit - 1) / limit
    guard steps > 0 else { return nil }
    let nextLeft = (steps - 1) * limit / Self.pieSteps
    look(ahead: since + .milliseconds(full - nextLeft))
    return Double(steps) / Double(Self.pieSteps)
  }

  /// By slot, when each card of a running deal is on its place; empty when none is running.
  private func landings() -> [ServerTime] {
    guard view.phase == .dealing, let deal = view.deal, t < deal.playableAt else { return [] }
    let stagger = min(max(deal.stagger.wholeMicroseconds, 0), Self.longestFlight)
    let flight = min(max(deal.duration.wholeMicroseconds, 0), Self.longestFlight)
    var landings = Array(repeating: deal.beganAt, count: view.cards.count)
    for (turn, slot) in view.dealOrder.enumerated() where landings.indices.contains(slot) {
      let landing = deal.beganAt + .microseconds(stagger * Int64(turn) + flight)
      landings[slot] = min(landing, deal.playableAt)
    }
    return landings
  }
}
