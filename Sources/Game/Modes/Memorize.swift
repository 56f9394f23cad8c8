// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension ModeRules {
  /// Stanford's scoring: quick pairs are worth more, and mistakes with seen cards cost.
  static var memorize: Self {
    ModeRules(
      name: "memorize",
      summary: "quick pairs are worth more, and missing a card you have seen costs", pairPoints: 2,
      hasBonus: true, seenCardCost: 1, idleTurnCost: 2)
  }
}
