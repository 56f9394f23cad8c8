// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension ModeRules {
  /// One point a pair, and a pair earns another turn.
  static var classic: Self {
    ModeRules(
      name: "classic", summary: "a point a pair, and a pair earns another turn", pairPoints: 1)
  }
}
