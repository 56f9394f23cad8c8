// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Automatic events between two turns, while no card is face up.

extension Decision {
  /// Ends the match if an announced stalemate is due, or announces one that is near.
  ///
  /// It is a stalemate after four full rounds of the active players without a match in which only
  /// seen cards were turned, or none, although unseen cards are left: players who know too much
  /// pass forever. A match played alone or together never ends in one.
  ///
  /// - Returns: whether the match continues.
  mutating func goesOnUnlessStalemate(at time: ServerTime) -> Bool {
    let playing = view.seats.count { $0.isPlaying }
    guard !view.settings.mode.rules.isCooperative, playing > 1,
      view.cards.contains(where: { $0.state == .down && !$0.isSeen })
    else { return true }
    if let left = view.tally.untilStalemate {
      guard left == 0 else { return true }
      end(.stalemate, at: time)
      return false
    }
    if view.tally.quiet >= Pace.quietRounds * playing - Pace.stalemateNotice {
      emit(.stalemateWarning(turnsLeft: Pace.stalemateNotice), at: time)
    }
    return true
  }

  /// Shuffles the cards if enough turns have passed.
  ///
  /// - Returns: when the next turn may begin, so that everyone can follow the shuffle.
  mutating func shuffleIfDue(at time: ServerTime) -> ServerTime {
    let every = view.settings.shuffleEvery
    guard every > 0, view.tally.sinceShuffle >= every else { return time }
    switch view.settings.shuffle {
    case .off: return time
    case .trackable:
      moveCards(for: nil, at: time)
      return max(time, view.at) + Pace.shuffle
    case .blind: return dealAgain(for: nil, at: time)
    }
  }
}
