// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension ModeRules {
  /// Everyone together against the number of turns that perfect play would take.
  static var zen: Self {
    ModeRules(
      name: "zen", summary: "no clock and no points, everyone together against a perfect memory",
      pairPoints: 0, turnClock: .none, isCooperative: true, mostRatedSeats: 0)
  }
}
