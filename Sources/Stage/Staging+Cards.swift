// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

// The table: cards, their pies, and the deck.

extension Staging {
  /// The duration for which a refusal is shown.
  static let refusalShows = Duration.milliseconds(400)

  mutating func cards() -> [Scene.Card] {
    var cards: [Scene.Card] = []
    for deal in deals {
      cards.reserveCapacity(cards.count + deal.cards.count)
      for index in deal.cards.indices where isShown(deal.cards[index]) {
        if let posed = pose(of: deal.cards[index]) { cards.append(posed) }
      }
    }
    assert(
      cards.allSatisfy { $0.face == nil || $0.rotation < 90 },
      "A face shows only on a card that is turned less than edge-on.")
    cards.sort { ($0.z, $0.place, $0.id) < ($1.z, $1.place, $1.id) }
    return cards
  }

  /// Whether a card is visible: a pair that arrived late here leaves later.
  private func isShown(_ card: StagedCard) -> Bool {
    if card.isShown(at: t, wanted) { return true }
    guard !local.notes.isEmpty, let leaving = card.leaving, !leaving.isUndealt,
      t < leaving.end(wanted).put(off: LateReveal.limit), let pair = PairMotion(card, local)
    else { return false }
    return t < leaving.end(wanted).put(off: pair.leavesLater)
  }

  /// The deck in the middle of the table: the cards not dealt yet, or those that have returned.
  func deck() -> Scene.Deck? {
    guard staged.dealStyle == .fromDeck else { return nil }
    let count: Int
    switch view.phase {
    case .undealt: count = Self.deckSize(view.settings)
    case .dealing: count = undealtCount
    case .waiting, .committing: count = gatheredCount
    case .playing: count = gatheredAgainCount
    case .ended: count = 0
    }
    return count > 0 ? Scene.Deck(centre: table.centre, count: count) : nil
  }

  /// The cards of the last deal that have not left the deck.
  private var undealtCount: Int { deals.last?.cards.count { $0.bornAt > t } ?? 0 }

  /// The cards of the last deal that are back in the deck.
  private var gatheredCount: Int {
    deals.last?.cards.count { $0.leaving?.isUndealt == true && !$0.isShown(at: t, wanted) } ?? 0
  }

  /// The cards in the deck while a blind shuffle gathers and deals them again: all remaining cards
  /// that are not visible elsewhere.
  private var gatheredAgainCount: Int {
    guard view.shuffleCount > 0, let deal = view.deal, t < deal.playableAt else { return 0 }
    var outside = 0
    for deal in deals {
      outside += deal.cards.count { card in
        // Half of a pair that leaves is not in the deck.
        guard let leaving = card.leaving, !leaving.isUndealt, leaving.toldAt <= t else {
          return card.isShown(at: t, wanted)
        }
        return false
      }
    }
    return max(view.cards.count { $0.state != .cleared } - outside, 0)
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
    let own = LocalMotion(card, notes[card.id], local, at: t)
    let isChosen = own?.isWaiting ?? false
    var isRefused = false
    let refusal = own?.refusalShows(at: t.seconds) ?? 0
    if let refusedAt = own?.refusedAt, refusal > 0 {
      isRefused = t < refusedAt + Self.refusalShows
      look(ahead: refusedAt + Self.refusalShows)
      // It fades if another player turns the card up meanwhile.
      if isRefused, refusal < 1 { move() }
    }
    let level = isChosen ? 2.0 : now.state == .down ? 0 : 1
    var pose = Scene.Card(
      id: card.id, place: now.place, centre: card.centre.model(at: t.seconds), rotation: 180,
      spin: 0, scale: 1, opacity: 1, lift: 0, face: nil, isMatched: now.state == .matched,
      bonus: pie(of: now), isHighlighted: false, isChosen: isChosen, isRefused: isRefused,
      z: level)
    let pair = local.notes.isEmpty ? nil : PairMotion(card, local)
    if let pair, isLeaving, let leaving = card.leaving, !leaving.isUndealt {
      look(ahead: leaving.end(wanted).put(off: pair.leavesLater))
    }
    if wanted.allowsTravel { move(&pose, card, own, pair) } else { cut(&pose, card, own, pair) }
    return pose
  }

  /// Sets the pose with full motion: the card turns, flies, spins and shrinks.
  private mutating func move(
    _ pose: inout Scene.Card, _ card: StagedCard, _ own: LocalMotion?, _ pair: PairMotion?
  ) {
    let seconds = t.seconds
    var rest = card.restTime(after: seconds)
    pose.centre = card.centre.value(at: seconds)
    pose.rotation = card.rotation.value(at: seconds)
    if let rotation = own?.rotation {
      pose.rotation = rotation.sample(at: seconds).value
      rest = max(rest, rotation.restTime(after: seconds))
    }
    if let shake = own?.shake {
      pose.centre.x += shake.value(at: seconds) * (own?.refusalShows(at: seconds) ?? 1)
      rest = max(rest, shake.restTime(after: seconds))
    }
    pose.face = pose.rotation < 90 ? card.face(at: t) : nil
    pose.spin = card.spin.value(at: seconds)
    pose.scale = card.scale.value(at: seconds - (pair?.leavesLater ?? 0))
    pose.lift = card.lift.value(at: seconds)
    if let pair {
      pose.spin = pair.spin(at: seconds, common: pose.spin)
      rest = max(rest, pair.caughtUpAt, (card.leaving?.goneAt.seconds ?? 0) + pair.leavesLater)
    }
    rest = max(rest, own.map { catchUp(&pose, $0, pair) } ?? 0)
    if rest > seconds { move() }
    let isFlying = card.centre.restTime(after: seconds) > seconds
    pose.z = isFlying ? 20 - Double(card.turn) / 100 : pose.z + (pose.lift > 0 ? 3 : 0)
  }

  /// Blends lift and scale of a late flip into the common motion; returns when it is done, in
  /// seconds.
  private func catchUp(
    _ pose: inout Scene.Card, _ own: LocalMotion, _ pair: PairMotion?
  ) -> Double {
    let seconds = t.seconds
    var rest = 0.0
    if let way = own.catchesUp, way.since <= seconds, seconds < way.to {
      assert(way.from < way.to, "Catching up takes time.")
      let part = max((seconds - way.from) / (way.to - way.from), 0)
      pose.lift *= part * part * (3 - 2 * part)
      rest = way.to
    }
    if let start = own.blink ?? pair?.blink, seconds < start + Motions.blink {
      let part = max((seconds - start) / Motions.blink, 0)
      pose.scale *= 1 - 4 * Motions.blinkDepth * part * (1 - part)
      rest = max(rest, start + Motions.blink)
    }
    return rest
  }

  /// Sets the pose without travel: the card is at its target at once, changes sides when the other
  /// viewers see the other side, is highlighted for a moment then, and fades as it leaves.
  private mutating func cut(
    _ pose: inout Scene.Card, _ card: StagedCard, _ own: LocalMotion?, _ pair: PairMotion?
  ) {
    var shown: (at: ServerTime, isFaceUp: Bool)?
    for cut in card.cuts {
      let time = own?.time(of: cut) ?? cut.at
      guard time <= t else {
        look(ahead: time)
        continue
      }
      shown = (time, cut.isFaceUp)
    }
    if let shown {
      pose.rotation = shown.isFaceUp ? 0 : 180
      pose.face = shown.isFaceUp ? card.face(at: t) : nil
    }
    guard wanted.allowsFades else { return }
    if let shown {
      let end = shown.at + Motions.highlight
      pose.isHighlighted = t < end
      look(ahead: end)
    }
    let later = pair?.leavesLater ?? 0
    pose.opacity = card.fade.value(at: t.seconds - later)
    if card.fade.restTime(after: t.seconds - later) + later > t.seconds { move() }
  }

  /// The remaining fraction of a draining bonus; nil if it does not drain.
  private mutating func pie(of card: CardView) -> Double? {
    let limit = view.settings.bonusLimit.wholeMilliseconds
    let full = card.bonus.remainingMilliseconds
    guard card.state == .up, limit > 0, full > 0, let since = card.bonus.runningSince else {
      return nil
    }
    let left = drain(
      from: since, to: since + .milliseconds(full),
      lacking: refill?.pieLacks(card.id.slot, at: t) ?? 0)
    return left > 0 ? min(Double(left) / 1000 / Double(limit), 1) : nil
  }
}
