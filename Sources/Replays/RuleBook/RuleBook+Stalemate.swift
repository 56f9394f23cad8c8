// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Turns that are over, and matches in which nobody finds anything new any more.

extension RuleBook {
  /// A turn is over, and was not kept by a pair.
  mutating func pass() {
    passed += 1
    let isIdle = !isPair && up.allSatisfy { cards[$0.slot].isSeen }
    guard isIdle else { return }
    idleTurns += 1
    if let left = turnsLeft { turnsLeft = max(left - 1, 0) }
  }

  /// Whether a match of these can stand still at all: several play, and not all cards were seen.
  private var canStandStill: Bool {
    settings.mode != .zen && chairs.count(where: \.isPlaying) > 1
      && cards.contains { !$0.isGone && !$0.isSeen }
  }

  /// Whether the stalemate that was announced has come.
  var isStalemate: Bool { canStandStill && turnsLeft == 0 }

  /// Before the next turn a stalemate has to be announced two turns ahead of the fourth round's end,
  /// and the match to end when it has come.
  mutating func checkStalemate() {
    guard canStandStill else { return }
    expect(turnsLeft != 0, "a match goes on that is a stalemate")
    let players = chairs.count(where: \.isPlaying)
    expect(
      turnsLeft != nil || idleTurns < 4 * players - 2, "a stalemate should have been announced")
  }

  mutating func warn(_ turns: Int) {
    let players = chairs.count(where: \.isPlaying)
    expect(phase == .playing && turn == nil, "a stalemate is announced during a turn")
    expect(canStandStill && turnsLeft == nil, "a stalemate is announced that cannot be")
    expect(idleTurns >= 4 * players - 2, "a stalemate is announced after \(idleTurns) turns")
    expect(turns == 2, "a stalemate is announced \(turns) turns ahead")
    turnsLeft = turns
  }
}
