// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Shuffles and blind shuffles, which deal the cards again.

extension RuleBook {
  /// A deal before its cards were dealt again.
  package struct FormerDeal: Sendable {
    /// The entry that dealt it.
    var seq: UInt64
    var leaves: [[UInt8]]
    /// The slots of the cards that were left.
    var left: [Int]
  }

  /// A draw from one of the match's random streams, to be repeated once the seed is revealed.
  struct Draw: Sendable {
    /// The entry that states its result.
    var seq: UInt64
    /// The stream.
    var label: String
    /// What was shuffled.
    var from: [Int]
    /// Whether a repeated draw gives the stated result.
    var isFound: @Sendable ([Int]) -> Bool
  }

  mutating func shuffle(_ shuffled: Event.Shuffled, at: ServerTime) {
    checkMoment(of: shuffled, at: at)
    expect(
      (shuffled.redealt != nil) == (settings.shuffle == .blind),
      "the cards were shuffled in a different way than the settings say")
    shuffledAt = at
    defer { shuffles += 1 }
    if let redealt = shuffled.redealt { return dealAgain(redealt, at: at) }
    let targets = shuffled.permutation
    expect(
      targets.sorted() == Array(targets.indices), "a shuffle is not a permutation")
    let lying = cards.filter { !$0.isGone }.map { $0.place }
    draws.append(
      Draw(seq: lastSeq, label: "shuffle/\(shuffles)", from: lying) { drawn in
        var moves = Array(targets.indices)
        for (place, target) in zip(lying, drawn) where moves.indices.contains(place) {
          moves[place] = target
        }
        return moves == targets
      })
    let before = Set(lying)
    for index in cards.indices where targets.indices.contains(cards[index].place) {
      cards[index].place = targets[cards[index].place]
    }
    expect(
      Set(cards.filter { !$0.isGone }.map { $0.place }) == before, "cards moved to empty places")
  }

  /// A seat may shuffle once, in its turn; automatic shuffles come between turns, after a set
  /// number of them.
  private mutating func checkMoment(of shuffled: Event.Shuffled, at: ServerTime) {
    expect(phase == .playing && up.isEmpty, "cards are shuffled at the wrong time")
    expect(settings.shuffle != .off, "cards were shuffled although shuffling is off")
    let every = settings.shuffleEvery
    defer { passed = 0 }
    guard let seat = shuffled.seat else {
      expect(turn == nil, "the cards were shuffled automatically during a turn")
      expect(
        every > 0 && passed >= every, "the cards were shuffled automatically after \(passed) turns")
      movedUntil = at + .milliseconds(500)
      return
    }
    let isOpen = mode.isOpen && turn != nil
    expect(turn?.seat == seat || isOpen, "a seat shuffled out of turn")
    expect(every == 0, "a seat shuffled although shuffling is automatic")
    var isFirst = true
    change(seat) {
      isFirst = !$0.hasShuffled
      $0.hasShuffled = true
    }
    expect(isFirst, "a seat shuffled twice")
  }

  private mutating func dealAgain(_ redealt: Event.Redealt, at: ServerTime) {
    let left = cards.indices.filter { !cards[$0].isGone }
    expect(
      redealt.generation == generation + 1,
      "the deal has the wrong generation, \(redealt.generation)")
    expect(redealt.slots == left, "other cards were dealt again than were left")
    expect(redealt.leaves.count == left.count, "not every card has a new commitment")
    expect(redealt.playableAt > at, "cards were playable before the deal had ended")
    idleTurns = 0
    turnsLeft = nil
    formerDeals.append(FormerDeal(seq: dealtBy, leaves: leaves, left: left))
    dealtBy = lastSeq
    generation = redealt.generation
    let bonus = mode.isMemorize ? settings.bonusLimit.wholeMilliseconds : 0
    for (slot, leaf) in zip(left, redealt.leaves) {
      cards[slot] = Lying(place: slot, left: bonus)
      faces[slot] = nil
      if leaves.indices.contains(slot) { leaves[slot] = leaf }
    }
    movedUntil = redealt.playableAt
    if let turn {
      keeps = turn.seat
      self.turn = nil
    }
  }

  /// What the end of a match says about the deals read so far, if its seed and shares are genuine.
  mutating func complaints(by ended: Event.Ended) -> [Complaint] {
    complaints = []
    checkDeals(ended)
    return complaints
  }

  /// Recomputes all decks of a match from the revealed seed and shares, and checks every
  /// commitment; each shown face has already been checked against those.
  ///
  /// A seed or share that does not match its commitment proves nothing.
  mutating func checkDeals(_ ended: Event.Ended) {
    guard isFair, !cards.isEmpty, fair.seedCommit(ended.seed) == seedCommit,
      ended.entropies == chairs.map({ $0.entropy ?? [] })
    else { return }
    var deck = fair.deck(seed: ended.seed, entropies: ended.entropies, pairs: settings.pairs)
    // A forged change of the settings may have left fewer cards than were dealt.
    guard formerDeals.allSatisfy({ $0.left.allSatisfy(deck.faces.indices.contains) }) else {
      return expect(false, "the deals are not of the same number of cards")
    }
    for (index, deal) in formerDeals.enumerated() {
      expect(deck.leaves == deal.leaves, "the seed gives different commitments", about: deal.seq)
      let epoch = UInt32(index + 1)
      let key = fair.key(
        "deck", seed: ended.seed, entropies: ended.entropies, epoch: epoch, pairs: settings.pairs)
      let fresh = fair.deck(
        seed: ended.seed, entropies: ended.entropies, epoch: epoch, pairs: settings.pairs)
      var stream = RandomStream(key: key, hashing: dealer.hashing)
      var left = deal.left.map { deck.faces[$0].index }
      left.sort()
      stream.shuffle(&left)
      for (slot, face) in zip(deal.left, left) {
        deck.faces[slot] = Face(face)
        // A salt depends only on the key and the slot.
        deck.salts[slot] = fresh.salts[slot]
        deck.leaves[slot] = fair.leaf(slot: slot, face: Face(face), salt: fresh.salts[slot])
      }
    }
    expect(deck.leaves == leaves, "the seed gives different commitments", about: dealtBy)
    for draw in draws {
      let key = fair.key(
        draw.label, seed: ended.seed, entropies: ended.entropies, pairs: settings.pairs)
      var stream = RandomStream(key: key, hashing: dealer.hashing)
      var drawn = draw.from
      stream.shuffle(&drawn)
      expect(draw.isFound(drawn), "the seed gives a different order", about: draw.seq)
    }
  }
}
