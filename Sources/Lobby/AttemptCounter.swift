// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// Counts the turns and the time of a match that one player plays alone, from the moment the cards can
/// be played; pauses of the match's clock do not count.
struct AttemptCounter: Sendable {
  private var flips = 0
  private var playableAt: ServerTime?
  private var paused = Duration.zero
  private var last = ServerTime.zero

  /// Reads the match's next entry.
  mutating func read(_ entry: Entry) {
    last = entry.at
    switch entry.event {
    case .opened: self = AttemptCounter()
    case .dealt(let dealt): playableAt = dealt.playableAt
    case .flipped: flips += 1
    case .clockAdjusted(let givenBack) where playableAt != nil: paused = paused + givenBack
    default: break
    }
  }

  /// The result so far.
  var result: DailyResult {
    DailyResult(
      turns: (flips + 1) / 2, duration: playableAt.map { last - $0 - paused } ?? .zero)
  }
}
