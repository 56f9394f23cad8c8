// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension ModeRules {
  /// One point a pair, and the turn always passes: the seating order matters least.
  static var oneFlip: Self {
    ModeRules(pairPoints: 1, pairKeepsTurn: false, mostRatedSeats: SeatIndex.limit)
  }
}
