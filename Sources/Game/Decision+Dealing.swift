// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Decision {
  /// Deals the cards, for a seat or automatically.
  ///
  /// - Throws: `play/not_undealt` unless the deck is waiting to be dealt.
  public mutating func deal() throws(Refusal) {
    guard view.phase == .undealt, let deck = match.deck else { throw Refusal(.playNotUndealt) }
    let count = deck.faces.count
    let board = Board.fitting(cards: count)
    let start = max(moment.scheduled, view.at)
    emit(
      .dealt(
        Event.Dealt(
          generation: view.generation + 1, slots: Array(0..<count), rows: board.rows,
          columns: board.columns, turnOrder: turnOrder(), leaves: deck.leaves,
          stagger: Pace.stagger(of: count), duration: Pace.dealFlight,
          playableAt: start + Pace.deal(of: count))),
      at: start)
  }

  /// The turn order: drawn for a new set of seats, rotated by one if the same seats play again.
  ///
  /// Either way sides take turns, in the order of their first seats.
  private func turnOrder() -> [SeatIndex] {
    var order = view.takenSeats
    if view.turnOrder.sorted() == order {
      order = Array(view.turnOrder.dropFirst() + view.turnOrder.prefix(1))
    } else {
      var stream = match.stream("seats")
      stream.shuffle(&order)
    }
    let sides = order.map { view.settings.mode.rules.side(of: $0) }
    let places = order.indices.map { index in
      (
        round: sides[..<index].count { $0 == sides[index] },
        side: sides.firstIndex(of: sides[index]) ?? index, seat: order[index]
      )
    }
    return places.sorted { ($0.round, $0.side) < ($1.round, $1.side) }.map { $0.seat }
  }

  /// Shuffles the cards that are on the table, for a seat.
  ///
  /// - Throws: `play/...` if this seat may not shuffle now.
  public mutating func shuffle(by seat: SeatIndex) throws(Refusal) {
    try checkTurn(of: seat)
    guard view.settings.shuffle != .off, view.settings.shuffleEvery == 0 else {
      throw Refusal(.playShuffleOff)
    }
    guard view.faceUp.isEmpty else { throw Refusal(.playCardsUp) }
    guard !view.seats[seat.rawValue].hasShuffled else { throw Refusal(.playShuffleUsed) }
    guard view.settings.shuffle == .blind else {
      return moveCards(for: seat, at: moment.scheduled)
    }
    // The turn starts over once the cards have been dealt again.
    let turn = view.turn?.seat
    passTurn(keeping: turn, at: dealAgain(for: seat, at: moment.scheduled))
  }

  /// Gathers the cards on the table and deals them again under new identities, for a seat or
  /// automatically.
  ///
  /// - Returns: when they can be played.
  mutating func dealAgain(for seat: SeatIndex?, at time: ServerTime) -> ServerTime {
    guard let deck = match.redealt(epoch: view.shuffleCount + 1) else {
      preconditionFailure("Cards were to be dealt again before they were dealt.")
    }
    let slots = view.cards.filter { $0.state != .cleared }.map { $0.id.slot }
    let start = max(time, view.at)
    let playableAt =
      start + Pace.gathering(of: slots.count) + Pace.deal(of: slots.count)
    emit(
      .shuffled(
        Event.Shuffled(
          seat: seat,
          redealt: Event.Redealt(
            generation: view.generation + 1, slots: slots, leaves: slots.map { deck.leaves[$0] },
            playableAt: playableAt))),
      at: start)
    return playableAt
  }

  /// Moves the cards on the table visibly, for a seat or automatically.
  mutating func moveCards(for seat: SeatIndex?, at time: ServerTime) {
    let places = view.cards.filter { $0.state != .cleared }.map { $0.place }
    var targets = places
    var stream = match.stream("shuffle/\(view.shuffleCount)")
    stream.shuffle(&targets)
    var permutation = Array(0..<(view.rows * view.columns))
    for (place, target) in zip(places, targets) { permutation[place] = target }
    emit(
      .shuffled(Event.Shuffled(seat: seat, permutation: permutation)), at: time)
  }
}
