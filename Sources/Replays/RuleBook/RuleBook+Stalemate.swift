// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Passed turns and stalemates.

extension RuleBook {
  /// Counts a turn that has ended without being kept by a pair.
  mutating func pass() {
    passed += 1
    let isIdle = !isPair && up.allSatisfy { cards[$0.slot].isSeen }
    guard isIdle else { return }
    idleTurns += 1
    if let left = turnsLeft { turnsLeft = max(left - 1, 0) }
  }

  /// Whether a stalemate is possible: several players, and some cards never seen.
  private var canStandStill: Bool {
    !mode.isOpen && chairs.count { $0.isPlaying } > 1
      && cards.contains { !$0.isGone && !$0.isSeen }
  }

  /// Whether an announced stalemate is due.
  var isStalemate: Bool { canStandStill && turnsLeft == 0 }

  /// Before the next turn: a stalemate must be announced two turns before the end of the fourth
  /// idle round, and must end the match when due.
  mutating func checkStalemate() {
    guard canStandStill else { return }
    expect(turnsLeft != 0, "a match continued after a stalemate was due")
    let players = chairs.count { $0.isPlaying }
    expect(
      turnsLeft != nil || idleTurns < 4 * players - 2, "a stalemate should have been announced")
  }

  mutating func warn(_ turns: Int) {
    let players = chairs.count { $0.isPlaying }
    expect(phase == .playing && turn == nil, "a stalemate was announced during a turn")
    expect(canStandStill && turnsLeft == nil, "a stalemate was announced that is impossible")
    expect(idleTurns >= 4 * players - 2, "a stalemate is announced after \(idleTurns) turns")
    expect(turns == 2, "a stalemate is announced \(turns) turns ahead")
    turnsLeft = turns
  }
}
