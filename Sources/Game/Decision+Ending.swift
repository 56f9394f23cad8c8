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

  /// Records a resignation, and ends the match if too few players are left.
  mutating func giveUp(_ seat: SeatIndex) {
    emit(.resigned(seat))
    let left = view.seats.count { $0.isTaken && !$0.hasResigned }
    if left == 0 || (left == 1 && view.seats.count > 1) { end(.resigned) }
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

  /// The final standings: by score, resigned players last; equal results share a rank.
  private func standings() -> [Standing] {
    let played = view.seats.enumerated().compactMap { index, seat in
      seat.player.map { (seat: SeatIndex(index), view: seat, player: $0) }
    }
    func isBetter(_ left: SeatView, _ right: SeatView) -> Bool {
      if left.hasResigned != right.hasResigned { return right.hasResigned }
      return left.score > right.score
    }
    let ordered = played.sorted { left, right in
      if isBetter(left.view, right.view) { return true }
      return !isBetter(right.view, left.view) && left.seat < right.seat
    }
    return ordered.map { row in
      Standing(
        rank: 1 + played.count { isBetter($0.view, row.view) }, seat: row.seat,
        player: row.player, score: row.view.score, pairs: row.view.pairs)
    }
  }
}
