// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// What differs from mode to mode, as the rule book has it.
///
/// Written independently of Game's `ModeRules`, so that a mistake there is found.
struct ModeTable {
  /// Points for a pair without its bonus; nil without scores.
  var pair: Int? = 1
  /// Whether a card seen in time brings a bonus, whether seen cards of a mismatch cost a point each,
  /// and whether an expired turn without a card costs two.
  var isMemorize = false
  /// Whether the turn passes after a pair too.
  var alwaysPasses = false
  /// Whether anyone may act in any turn.
  var isOpen = false
  /// Whether every other seat belongs to the same team.
  var isTeams = false
  /// The turn limit whatever the settings say; zero for none.
  var turnLimit: Duration?

  /// The rules of a mode.
  init(_ mode: MatchSettings.Mode) {
    switch mode {
    case .memorize: (pair, isMemorize) = (2, true)
    case .classic: break
    case .oneFlip: alwaysPasses = true
    case .blitz: turnLimit = .seconds(10)
    case .zen: (pair, isOpen, turnLimit) = (nil, true, .zero)
    case .teams: (pair, isMemorize, isTeams) = (2, true, true)
    }
  }
}
