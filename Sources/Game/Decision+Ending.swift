// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Decision {
  /// Resigns a seat's match; the match ends if one player of several is left.
  ///
  /// - Throws: `play/not_playing` outside a match, `play/resigned` the second time.
  public mutating func resign(_ seat: SeatIndex) throws(Refusal) {
    guard view.isMatchRunning else { throw Refusal(.playNotPlaying) }
    guard !view.seats[seat.rawValue].hasResigned else { throw Refusal(.playResigned) }
    let hadTurn = view.turn?.seat == seat
    giveUp(seat)
    if hadTurn, view.isMatchRunning { passTurnOnward() }
  }

  /// Records a resignation, and ends the match if too few sides are left.
  mutating func giveUp(_ seat: SeatIndex) {
    emit(.resigned(seat))
    let rules = view.settings.mode.rules
    let left = view.takenSeats.filter { !view.seats[$0.rawValue].hasResigned }
    let isDecided = left.allSatisfy { rules.side(of: $0) == rules.side(of: left[0]) }
    if left.isEmpty || (isDecided && view.seats.count > 1) { end(.resigned) }
  }

  /// Ends the match and reveals the seed and shares.
  public mutating func end(_ reason: Event.Ended.Reason, at time: ServerTime? = nil) {
    precondition(view.isMatchRunning, "Only a running match can end, not one in \(view.phase).")
    emit(
      .ended(
        Event.Ended(
          standings: standings(), reason: reason, seed: match.sealed?.seed ?? [],
          entropies: match.entropies)),
      at: time ?? moment.scheduled)
  }

  /// The final standings: by the points of each seat's side, sides that resigned last; equal sides
  /// share a rank, as do all seats of a side.
  ///
  /// A side has resigned once all of its seats have.
  private func standings() -> [Standing] {
    let rules = view.settings.mode.rules
    var sides: [(seat: SeatIndex, score: Int, hasResigned: Bool)] = []
    for (index, seat) in view.seats.enumerated() where seat.player != nil {
      let side = rules.side(of: SeatIndex(index))
      if let place = sides.firstIndex(where: { $0.seat == side }) {
        sides[place].score += seat.score
        sides[place].hasResigned = sides[place].hasResigned && seat.hasResigned
      } else {
        sides.append((side, seat.score, seat.hasResigned))
      }
    }
    let lines = view.seats.enumerated().compactMap { index, seat -> Standing? in
      let side = rules.side(of: SeatIndex(index))
      guard let player = seat.player, let own = sides.first(where: { $0.seat == side }) else {
        return nil
      }
      let better = sides.count { other in
        if other.hasResigned != own.hasResigned { return own.hasResigned }
        return other.score > own.score
      }
      return Standing(
        rank: 1 + better, seat: SeatIndex(index), player: player, score: seat.score,
        pairs: seat.pairs)
    }
    return lines.sorted { ($0.rank, $0.seat) < ($1.rank, $1.seat) }
  }
}
