// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

extension Joined {
  /// Asserts that the tail ends by `last`, and follows the base or entry `afterSeq`.
  func assertContinuous(after afterSeq: UInt64?, through last: UInt64) {
    precondition(
      tail.last.map { $0.seq <= last } ?? true,
      "A member is sent no entry that its role may not see yet.")
    assert(
      tail.first.map { $0.seq == (base?.seq ?? afterSeq ?? 0) + 1 } ?? true,
      "A tail begins right after its base, or after the last entry the session has.")
  }
}
