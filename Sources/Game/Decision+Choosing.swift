// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Decision {
  /// Turns a card for a seat.
  ///
  /// - Throws: `play/...`, the rule that forbids it; nothing has changed then.
  public mutating func choose(_ id: CardID, by seat: SeatIndex) throws(Refusal) {
    if isEarlyTurnBackAllowed { settle(at: moment.received) }
    guard let deck = match.deck, view.phase == .playing || view.phase == .dealing else {
      throw Refusal(.playNotPlaying)
    }
    guard id.generation >= view.generation else { throw Refusal(.playFormerCard) }
    guard let card = view.card(id) else { throw Refusal(.playUnknownCard) }
    try checkTurn(of: seat)
    switch card.state {
    case .down: break
    case .up: throw Refusal(.playFaceUp)
    case .matched, .cleared: throw Refusal(.playMatched)
    }

    let face = deck.faces[id.slot]
    let judged = max(moment.judged, view.earliestChoice)
    let revealAt = max(moment.now, view.at) + max(Pace.halfFlip, moment.lead)
    let first = view.faceUp.first.flatMap { view.card($0) }
    let outcome: Event.Flipped.Outcome =
      first.map { $0.face == face ? .match : .mismatch } ?? .first
    var bonus = card.bonus
    if outcome != .match { bonus.start(at: revealAt) }
    let changes = first.map { score(outcome, first: $0, second: card, at: judged, for: seat) }
    emit(
      .flipped(
        Event.Flipped(
          seat: seat, card: id, face: face, salt: deck.salts[id.slot], revealAt: revealAt,
          judgedAt: judged, refund: max(moment.received - judged, .zero), bonus: bonus,
          outcome: outcome, scoreChanges: changes ?? [])))
  }

  /// Throws the refusal of a choice or shuffle that this seat may not make now.
  func checkTurn(of seat: SeatIndex) throws(Refusal) {
    guard view.phase != .dealing else {
      throw .tooEarly(received: receivedAt, since: view.deal?.playableAt ?? view.at)
    }
    guard view.phase == .playing else { throw Refusal(.playNotPlaying) }
    guard view.faceUp.count < 2 else {
      let until = settlesAt.map { max($0 - receivedAt, .zero) } ?? .zero
      throw Refusal(
        .playStillShowing, [Refusal.Fact("wait_us", "\(until.wholeMicroseconds)")])
    }
    guard let turn = view.turn else { throw Refusal(.playNotPlaying) }
    guard view.hasTurn(seat) else {
      throw Refusal(.playNotYourTurn, [Refusal.Fact("seat", "\(turn.seat.rawValue)")])
    }
    guard receivedAt >= view.earliestChoice else {
      throw .tooEarly(received: receivedAt, since: view.earliestChoice)
    }
  }

  /// When the choice counts as received: no earlier than the refund that is decided with it, since the
  /// match stood still until then.
  private var receivedAt: ServerTime {
    let refund = entries.last { if case .clockAdjusted = $0.event { true } else { false } }
    return max(moment.received, refund?.at ?? moment.received)
  }

  /// When playing alone, the next choice may turn a mismatch back early.
  private var isEarlyTurnBackAllowed: Bool {
    view.phase == .playing && view.settings.seats == 1 && view.faceUp.count == 2
      && !isShowingMatch && moment.received >= view.lastRevealAt
  }

  /// The score changes of a second card.
  private func score(
    _ outcome: Event.Flipped.Outcome, first: CardView, second: CardView, at judged: ServerTime,
    for seat: SeatIndex
  ) -> [ScoreChange] {
    let rules = view.settings.mode.rules
    var total = view.seats[seat.rawValue].score
    switch outcome {
    case .match where rules.hasScores:
      let bonus =
        rules.hasBonus ? first.bonus.points(at: judged) + second.bonus.points(at: judged) : 0
      let delta = rules.pairPoints + bonus
      return [
        ScoreChange(seat: seat, card: second.id, delta: delta, bonus: bonus, total: total + delta)
      ]
    case .mismatch where rules.seenCardCost > 0:
      return [first, second].filter { $0.isSeen }.map { card in
        total -= rules.seenCardCost
        return ScoreChange(seat: seat, card: card.id, delta: -rules.seenCardCost, total: total)
      }
    case .match, .mismatch, .first: return []
    }
  }
}
