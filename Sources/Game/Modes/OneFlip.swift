// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension ModeRules {
  /// One point a pair, and the turn always passes: the seating order matters least.
  static var oneFlip: Self {
    ModeRules(
      name: "one flip",
      summary: "a point a pair, but the turn always passes, fairest for many players",
      pairPoints: 1, pairKeepsTurn: false, mostRatedSeats: SeatIndex.limit)
  }
}
