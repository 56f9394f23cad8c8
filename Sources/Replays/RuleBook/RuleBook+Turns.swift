// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Turns: their order, the score of each card, and when cards turn back.

extension RuleBook {
  mutating func begin(_ began: Event.TurnBegan, at: ServerTime) {
    expect(phase == .dealing || phase == .playing, "a turn begins while \(phase)")
    expect(turn == nil && up.isEmpty, "a turn began during another")
    if phase == .dealing { expect(at >= playableAt, "a turn began before the deal was finished") }
    phase = .playing
    let last = lastSeat.flatMap { order.firstIndex(of: $0) }
    var next = last.map { Array(order[($0 + 1)...] + order[...$0]) } ?? order
    if let keeps { next.insert(keeps, at: 0) }
    keeps = nil
    let due = next.first { chairs[$0.rawValue].isPlaying }
    expect(
      due == began.seat, "seat \(began.seat.rawValue) plays instead of \(due?.rawValue ?? -1)")
    expect(began.deadline == turnLimit.map { at + $0 }, "the turn has the wrong deadline")
    expect(at >= movedUntil, "a turn began during a shuffle")
    expect(
      settings.shuffleEvery == 0 || passed < settings.shuffleEvery,
      "a shuffle was due before this turn")
    checkStalemate()
    turn = began
    turnBeganAt = at
    lastSeat = began.seat
  }

  /// The time limit of a turn; nil for none.
  private var turnLimit: Duration? {
    let limit = mode.turnLimit ?? settings.turnLimit
    return limit == .zero ? nil : limit
  }

  /// Ends a seat's turn because it no longer plays.
  mutating func breakOff(_ seat: SeatIndex) {
    guard turn?.seat == seat else { return }
    turn = nil
    pass()
  }

  mutating func read(_ flip: Event.Flipped, at: ServerTime) {
    guard phase == .playing, let turn, chairs.indices.contains(flip.seat.rawValue),
      flip.card.generation == generation, cards.indices.contains(flip.card.slot)
    else { return expect(false, "a card was turned that may not be turned") }
    let slot = flip.card.slot
    let first = up.first
    let isOpen = mode.isOpen && chairs[flip.seat.rawValue].isPlaying
    expect(
      turn.seat == flip.seat || isOpen, "seat \(flip.seat.rawValue) turned a card out of turn")
    expect(
      up.count < 2 && !cards[slot].isUp && !cards[slot].isGone,
      "the card was already face up or gone")
    expect(flip.revealAt >= at + .milliseconds(180), "the face was shown too soon")
    var earliest = max(turnBeganAt, shuffledAt)
    if first != nil { earliest = max(earliest, revealAt) }
    expect(flip.judgedAt >= earliest, "the choice counts as made before it was possible")
    if let deadline = turn.deadline {
      expect(flip.judgedAt <= max(deadline, earliest), "the choice counts as made after its turn")
    }
    expect(
      flip.refund >= .zero && flip.refund <= .milliseconds(700),
      "a refund of \(flip.refund) is impossible")
    look(at: flip)
    let outcome: Event.Flipped.Outcome =
      first.map { faces[$0.slot] == flip.face ? .match : .mismatch } ?? .first
    expect(flip.outcome == outcome, "the flip's outcome is \(flip.outcome), not \(outcome)")
    if outcome == .match || !cards[slot].isSeen {
      idleTurns = 0
      turnsLeft = nil
    }
    score(flip, outcome, first: first)
    if outcome != .match, cards[slot].left > 0 { cards[slot].runsSince = flip.revealAt }
    expect(
      flip.bonus
        == Bonus(remainingMilliseconds: cards[slot].left, runningSince: cards[slot].runsSince),
      "the card's bonus is wrong")
    cards[slot].isUp = true
    up.append(flip.card)
    revealAt = flip.revealAt
    change(flip.seat) { $0.expired = 0 }
    guard outcome != .first else { return }
    self.turn = nil
    isPair = outcome == .match
    guard isPair else { return }
    change(flip.seat) { $0.pairs += 1 }
    for card in up { stopBonus(of: card.slot, at: flip.judgedAt) }
  }

  /// A face must match what was shown before, appear on at most two cards, and open its commitment.
  private mutating func look(at flip: Event.Flipped) {
    let slot = flip.card.slot
    if let known = faces[slot] {
      expect(known == flip.face, "slot \(slot) shows a different face than before")
    }
    faces[slot] = flip.face
    expect((0..<settings.pairs).contains(flip.face.index), "the face does not exist")
    expect(faces.values.count { $0 == flip.face } <= 2, "three cards have one face")
    guard isFair else { return }
    expect(
      leaves.indices.contains(slot)
        && FairDeal.leaf(slot: slot, face: flip.face, salt: flip.salt, hashing: dealer.hashing)
          == leaves[slot],
      "the face does not match its commitment")
  }

  private mutating func score(
    _ flip: Event.Flipped, _ outcome: Event.Flipped.Outcome, first: CardID?
  ) {
    var score = chairs[flip.seat.rawValue].score
    var changes: [ScoreChange] = []
    if let first, let pair = mode.pair, outcome == .match {
      let slots = mode.isMemorize ? [first.slot, flip.card.slot] : []
      let bonus = slots.reduce(0) { $0 + Int(bonusLeft(of: $1, at: flip.judgedAt) / 1000) }
      score += pair + bonus
      changes.append(
        ScoreChange(
          seat: flip.seat, card: flip.card, delta: pair + bonus, bonus: bonus, total: score))
    } else if let first, mode.isMemorize, outcome == .mismatch {
      for card in [first, flip.card] where cards[card.slot].isSeen {
        score -= 1
        changes.append(ScoreChange(seat: flip.seat, card: card, delta: -1, total: score))
      }
    }
    expect(
      flip.scoreChanges == changes,
      "the scores change by \(flip.scoreChanges.map { $0.delta }), not \(changes.map { $0.delta })")
    change(flip.seat) { $0.score = score }
  }

  private func bonusLeft(of slot: Int, at time: ServerTime) -> Int64 {
    guard let since = cards[slot].runsSince, time > since else { return max(0, cards[slot].left) }
    return max(0, cards[slot].left - (time - since).wholeMilliseconds)
  }

  private mutating func stopBonus(of slot: Int, at time: ServerTime) {
    cards[slot].left = bonusLeft(of: slot, at: time)
    cards[slot].runsSince = nil
  }

  mutating func settle(_ settled: Event.Settled, at: ServerTime) {
    expect(
      !up.isEmpty && settled.turnedBack + settled.cleared == up,
      "the settled cards are not the face-up ones")
    if up.count == 2 {
      expect(
        isPair ? settled.turnedBack.isEmpty : settled.cleared.isEmpty,
        "a pair was turned back, or a mismatch was removed")
      let shows = isPair ? Duration.seconds(1) : settings.reveal
      let least = chairs.count == 1 && !isPair ? revealAt : revealAt + shows
      expect(at >= least, "cards settled \((least - at).wholeMilliseconds) ms too soon")
      keeps = isPair && !mode.alwaysPasses ? lastSeat : nil
      if keeps == nil { pass() }
    } else {
      expect(turn == nil, "a single card turned back during its turn")
      expect(settled.cleared.isEmpty, "a single card was removed")
    }
    for card in up where cards.indices.contains(card.slot) {
      stopBonus(of: card.slot, at: at)
      cards[card.slot].isUp = false
      if settled.cleared.contains(card) {
        cards[card.slot].isGone = true
      } else {
        cards[card.slot].isSeen = true
      }
    }
    up = []
    isPair = false
  }

  mutating func expire(_ expired: Event.TurnExpired, at: ServerTime) {
    guard let turn, let deadline = turn.deadline, turn.seat == expired.seat else {
      return expect(false, "a turn expired although none was running")
    }
    expect(expired.judgedAt == deadline && at >= deadline, "a turn expired too soon")
    expect(
      expired.refund >= .zero && expired.refund <= .milliseconds(700),
      "a refund of \(expired.refund) is impossible")
    var changes: [ScoreChange] = []
    if mode.isMemorize, up.isEmpty {
      let total = chairs[turn.seat.rawValue].score - 2
      changes.append(ScoreChange(seat: turn.seat, card: nil, delta: -2, total: total))
      change(turn.seat) { $0.score = total }
    }
    expect(expired.scoreChanges == changes, "an expired turn costs the wrong points")
    change(turn.seat) { $0.expired += 1 }
    self.turn = nil
    pass()
  }

  /// Applies a clock adjustment: everything that was running is extended by its length, and what
  /// was to be shown meanwhile is shown afterwards.
  mutating func standStill(for length: Duration, until end: ServerTime) {
    expect(isRunning && length > .zero, "time was refunded although none was lost")
    let since = end - length
    if phase == .dealing, playableAt > since {
      playableAt = playableAt + (end - max(dealtAt, since))
    }
    guard phase == .playing else { return }
    if let deadline = turn?.deadline, deadline > since, end > turnBeganAt {
      turn?.deadline = deadline + (end - max(turnBeganAt, since))
    }
    if !up.isEmpty, revealAt >= since { revealAt = max(revealAt, end) }
    for slot in cards.indices {
      guard let began = cards[slot].runsSince else { continue }
      stopBonus(of: slot, at: since)
      if cards[slot].left > 0 { cards[slot].runsSince = max(began, end) }
    }
  }
}
