// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Decision {
  /// Starts the match once all seats are ready: seals the seed and publishes all commitments.
  public mutating func commit(seed: [UInt8]) {
    precondition(view.phase == .waiting, "A match begins once, from waiting.")
    seal(SealedRecord(matchID: view.matchID, seed: seed))
    emit(
      .committed(
        Event.Committed(
          seedCommit: match.fair.seedCommit(seed),
          entropyCommits: view.seats.map { $0.entropyCommit })))
  }

  /// Reveals the share that a seat committed to.
  ///
  /// - Throws: `play/nothing_to_reveal` or `play/wrong_entropy`.
  public mutating func reveal(_ entropy: [UInt8], by seat: SeatIndex) throws(Refusal) {
    let seatView = view.seats[seat.rawValue]
    guard view.phase == .committing, !seatView.entropyCommit.isEmpty, seatView.entropy == nil else {
      throw Refusal(.playNothingToReveal)
    }
    guard entropy.count == FairDeal.entropyLength,
      match.fair.entropyCommit(entropy, seat: seat) == seatView.entropyCommit
    else {
      throw Refusal(.playWrongEntropy)
    }
    emit(.revealed(seat, entropy: entropy))
  }

  /// Continues without the shares that were not revealed in time.
  ///
  /// A rated match is aborted instead: a player who could choose whether to reveal a share would
  /// influence the deal.
  mutating func closeCommitting() {
    guard !view.settings.isRated else { return end(.aborted) }
    for (index, seat) in view.seats.enumerated()
    where !seat.entropyCommit.isEmpty && seat.entropy == nil {
      emit(.revealed(SeatIndex(index), entropy: []))
    }
  }
}
