// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Decision {
  /// Deals the cards, tapped by a seat or by the clock.
  ///
  /// - Throws: `play/not_undealt` unless the deck lies there.
  public mutating func deal() throws(Refusal) {
    guard view.phase == .undealt, let deck = match.deck else { throw Refusal(.playNotUndealt) }
    let count = deck.faces.count
    let board = Board.fitting(cards: count)
    // Whole microseconds, so that an entry read back from the journal is the same entry.
    let stagger = Duration.microseconds(Pace.dealSpread.wholeMicroseconds / Int64(count))
    let start = max(moment.scheduled, view.at)
    var order = view.takenSeats
    var stream = match.stream("seats")
    stream.shuffle(&order)
    emit(
      .dealt(
        Event.Dealt(
          generation: view.generation + 1, slots: Array(0..<count), rows: board.rows,
          columns: board.columns, turnOrder: order, leaves: deck.leaves, stagger: stagger,
          duration: Pace.dealFlight,
          playableAt: start + stagger * (count - 1) + Pace.dealFlight)),
      at: start)
  }

  /// Shuffles the cards that are on the table, for a seat.
  ///
  /// - Throws: `play/...` when it is not this seat's moment to shuffle.
  public mutating func shuffle(by seat: SeatIndex) throws(Refusal) {
    try checkTurn(of: seat)
    guard view.settings.shuffle != .off, view.settings.shuffleEvery == 0 else {
      throw Refusal(.playShuffleOff)
    }
    guard view.faceUp.isEmpty else { throw Refusal(.playCardsUp) }
    guard !view.seats[seat.rawValue].hasShuffled else { throw Refusal(.playShuffleUsed) }
    moveCards(for: seat, at: moment.scheduled)
  }

  /// Lets the cards on the table change places in the open, for a seat or by themselves.
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
