// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// How events change a view's cards. Events may come from a peer, so impossible cards, places and
// counts are ignored, and limits bound the memory a hostile deal can take.

extension MatchView {
  mutating func lay(_ dealt: Event.Dealt) {
    let limit = CardID.slotsPerGeneration
    let count = min(dealt.slots.count, limit)
    enter(.dealing)
    generation = dealt.generation
    rows = min(max(dealt.rows, 1), limit)
    columns = min(max(dealt.columns, 1), limit)
    turnOrder = Array(dealt.turnOrder.prefix(SeatIndex.limit))
    dealOrder = dealt.slots.prefix(count).filter { (0..<count).contains($0) }
    leaves = Array(dealt.leaves.prefix(count))
    faceUp = []
    shuffleCount = 0
    lastShuffledAt = nil
    tally = Tally()
    turn = nil
    lastTurningPoint = seq
    deal = DealTiming(
      beganAt: at, stagger: dealt.stagger, duration: dealt.duration, playableAt: dealt.playableAt)
    cards = (0..<count).map { freshCard(in: $0) }
  }

  /// A card of the present generation, untouched in its original place.
  private func freshCard(in slot: Int) -> CardView {
    let bonus = Bonus(
      remainingMilliseconds: settings.mode.rules.hasBonus
        ? settings.bonusLimit.wholeMilliseconds : 0)
    return CardView(
      id: CardID(generation: generation, slot: slot), place: slot, bonus: bonus, changedAt: at)
  }

  /// Deals the remaining cards again; whatever was known about them is void.
  ///
  /// Cards that have left the table stay in the deal, so that each card's slot is its index.
  private mutating func dealAgain(_ redealt: Event.Redealt) {
    let left = cards.indices.filter { cards[$0].state != .cleared }
    guard faceUp.isEmpty, redealt.slots.sorted() == left, redealt.generation > generation,
      redealt.leaves.count == left.count, leaves.count == cards.count
    else { return }
    generation = redealt.generation
    dealOrder = redealt.slots + cards.indices.filter { cards[$0].state == .cleared }
    for index in cards.indices {
      cards[index].id = CardID(generation: generation, slot: index)
    }
    for (slot, leaf) in zip(left, redealt.leaves) {
      cards[slot] = freshCard(in: slot)
      leaves[slot] = leaf
    }
    turn = nil
    tally.hearNews()
    lastTurningPoint = seq
    deal = DealTiming(
      beganAt: max(at, redealt.playableAt - Pace.deal(of: left.count)),
      stagger: Pace.stagger(of: left.count), duration: Pace.dealFlight,
      playableAt: redealt.playableAt)
  }

  mutating func turnUp(_ flip: Event.Flipped) {
    guard let turned = card(flip.card), !faceUp.contains(flip.card) else { return }
    if !turned.isSeen || flip.outcome == .match { tally.hearNews() }
    faceUp.append(flip.card)
    lastRevealAt = flip.revealAt
    change(flip.seat) { $0.expiredTurns = 0 }
    credit(flip.scoreChanges)
    change(flip.card) {
      $0.state = .up
      $0.face = flip.face
      $0.bonus = flip.bonus
      $0.changedAt = flip.revealAt
    }
    if flip.outcome != .first { turn = nil }
    guard flip.outcome == .match else { return }
    change(flip.seat) { $0.pairs += 1 }
    for id in faceUp {
      change(id) {
        $0.state = .matched
        $0.bonus.stop(at: flip.judgedAt)
      }
    }
  }

  mutating func settle(_ settled: Event.Settled) {
    let now = at
    if !faceUp.isEmpty { tally.taken += 1 }
    // A single card turns back after its turn has passed.
    if faceUp.count > 1, settled.cleared.isEmpty {
      countPassedTurn()
    } else if faceUp.count > 1, !settings.mode.rules.pairKeepsTurn {
      tally.passOn(isQuiet: false)
    }
    for id in settled.turnedBack {
      change(id) {
        $0.bonus.stop(at: now)
        $0.state = .down
        $0.face = nil
        $0.isSeen = true
        $0.changedAt = now
      }
    }
    for id in settled.cleared {
      change(id) {
        $0.bonus.stop(at: now)
        $0.state = .cleared
        $0.changedAt = now
      }
    }
    faceUp.removeAll { settled.turnedBack.contains($0) || settled.cleared.contains($0) }
  }

  mutating func move(_ shuffled: Event.Shuffled) {
    let targets = shuffled.permutation
    if let redealt = shuffled.redealt {
      dealAgain(redealt)
    } else if targets.sorted() == Array(0..<(rows * columns)) {
      for index in cards.indices where targets.indices.contains(cards[index].place) {
        cards[index].place = targets[cards[index].place]
      }
    }
    lastShuffledAt = at
    shuffleCount += 1
    tally.sinceShuffle = 0
    if let seat = shuffled.seat { change(seat) { $0.hasShuffled = true } }
  }

  private mutating func change(_ id: CardID, _ body: (inout CardView) -> Void) {
    guard card(id) != nil else { return }
    body(&cards[id.slot])
  }
}
