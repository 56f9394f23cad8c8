// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension ModeRules {
  /// ``classic`` with ten seconds a turn.
  static var blitz: Self {
    ModeRules(
      name: "blitz", summary: "classic with ten seconds a turn, whatever the turn limit",
      pairPoints: 1, turnClock: .fixed(.seconds(10)))
  }
}
