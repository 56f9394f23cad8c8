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
      cards.reserveCapacity(cards.count + deal.cards.count)
      for index in deal.cards.indices where deal.cards[index].isShown(at: t, wanted) {
        if let posed = pose(of: deal.cards[index]) { cards.append(posed) }
      }
    }
    cards.sort { ($0.z, $0.place, $0.id) < ($1.z, $1.place, $1.id) }
    return cards
  }

  /// The deck on the table's middle: with what is not dealt yet, or with what has come back.
  func deck() -> Scene.Deck? {
    guard staged.dealStyle == .fromDeck else { return nil }
    let count: Int
    switch view.phase {
    case .undealt: count = Self.deckSize(view.settings)
    case .dealing: count = deals.last?.cards.count { $0.bornAt > t } ?? 0
    case .waiting, .committing:
      count =
        deals.last?.cards.count { $0.leaving?.isUndealt == true && !$0.isShown(at: t, wanted) }
        ?? 0
    case .playing, .ended: count = 0
    }
    return count > 0 ? Scene.Deck(centre: table.centre, count: count) : nil
  }

  private mutating func pose(of card: StagedCard) -> Scene.Card? {
    let slot = card.id.slot
    guard view.cards.indices.contains(slot), view.cards[slot].id == card.id,
      view.cards[slot].state != .cleared
    else {
      guard let leaving = card.leaving else { return nil }
      return pose(of: card, as: leaving.view, isLeaving: true)
    }
    return pose(of: card, as: view.cards[slot], isLeaving: false)
  }

  private mutating func pose(
    of card: StagedCard, as now: CardView, isLeaving: Bool
  ) -> Scene.Card {
    let own = isLeaving ? nil : LocalMotion(card, notes[card.id], local, at: t)
    let isChosen = own?.isWaiting ?? false
    var isRefused = false
    if let refusedAt = own?.refusedAt {
      isRefused = t < refusedAt + Self.refusalShows
      look(ahead: refusedAt + Self.refusalShows)
    }
    let level = isChosen ? 2.0 : now.state == .down ? 0 : 1
    var pose = Scene.Card(
      id: card.id, place: now.place, centre: card.centre.model(at: t.seconds), rotation: 180,
      spin: 0, scale: 1, opacity: 1, lift: 0, face: nil, isMatched: now.state == .matched,
      bonus: pie(of: now), isHighlighted: false, isChosen: isChosen, isRefused: isRefused,
      z: level)
    if wanted.allowsTravel { move(&pose, card, own) } else { cut(&pose, card, own) }
    return pose
  }

  /// The pose of a card that turns, flies, spins and shrinks.
  private mutating func move(_ pose: inout Scene.Card, _ card: StagedCard, _ own: LocalMotion?) {
    let seconds = t.seconds
    var rest = card.restTime(after: seconds)
    pose.centre = card.centre.value(at: seconds)
    pose.rotation = card.rotation.value(at: seconds)
    if let rotation = own?.rotation {
      pose.rotation = rotation.value(at: seconds)
      rest = max(rest, rotation.restTime(after: seconds))
    }
    if let shake = own?.shake {
      pose.centre.x += shake.value(at: seconds)
      rest = max(rest, shake.restTime(after: seconds))
    }
    if rest > seconds { move() }
    pose.face = pose.rotation < 90 ? card.face(at: t) : nil
    pose.spin = card.spin.value(at: seconds)
    pose.scale = card.scale.value(at: seconds)
    pose.lift = card.lift.value(at: seconds)
    let isFlying = card.centre.restTime(after: seconds) > seconds
    pose.z = isFlying ? 20 - Double(card.turn) / 100 : pose.z + (pose.lift > 0 ? 3 : 0)
  }

  /// The pose of a card that is where it goes at once: it changes sides when the other viewers see
  /// the other side, stands out for a moment then, and fades as it leaves.
  private mutating func cut(_ pose: inout Scene.Card, _ card: StagedCard, _ own: LocalMotion?) {
    let last = card.cuts.lastIndex { $0.at <= t }
    let next = last.map { $0 + 1 } ?? 0
    if next < card.cuts.count { look(ahead: card.cuts[next].at) }
    if let last {
      pose.rotation = card.cuts[last].isFaceUp ? 0 : 180
      pose.face = card.cuts[last].isFaceUp ? card.face(at: t) : nil
    }
    guard wanted.allowsFades else { return }
    if let last {
      let end = max(card.cuts[last].at, own?.arrivedAt ?? card.cuts[last].at) + Motions.highlight
      pose.isHighlighted = t < end
      look(ahead: end)
    }
    pose.opacity = card.fade.value(at: t.seconds)
    if card.fade.restTime(after: t.seconds) > t.seconds { move() }
  }

  /// What is left of a draining bonus.
  private mutating func pie(of card: CardView) -> Double? {
    let limit = view.settings.bonusLimit.wholeMilliseconds
    let full = card.bonus.remainingMilliseconds
    guard card.state == .up, limit > 0, full > 0, let since = card.bonus.runningSince else {
      return nil
    }
    let left = drain(
      from: since, to: since + .milliseconds(full),
      lacking: timeReturned?.pieLacks(card.id.slot, at: t) ?? 0)
    return left > 0 ? min(Double(left) / 1000 / Double(limit), 1) : nil
  }
}
