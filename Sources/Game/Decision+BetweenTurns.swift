// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// What the rules do by themselves between two turns, when no card is up.

extension Decision {
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
