// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// What the rules do by themselves between two turns, when no card is up.

extension Decision {
  /// Ends the match once an announced stalemate has come, or announces one that is near.
  ///
  /// It is one after four full rounds of who plays without a match in which only seen cards were
  /// turned, or none, although there are cards that nobody has seen: players who know too much pass
  /// for ever. Alone at the table and in `zen` there is nobody to wait for.
  ///
  /// - Returns: whether the match goes on.
  mutating func goesOnUnlessStalemate(at time: ServerTime) -> Bool {
    let playing = view.seats.count { $0.isPlaying }
    guard view.settings.mode != .zen, playing > 1,
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

  /// Shuffles the cards if so many turns have passed on.
  ///
  /// - Returns: when the next turn may begin, for a shuffle is to be followed by everyone's eyes.
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
