// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import Protocol
import TerminalUI

extension ReplaySentences {
  /// The lines of a list.
  static func table(_ replays: [ReplaySummary], _ clock: WallClock) -> String {
    guard !replays.isEmpty else {
      return "There are no finished matches here yet. Look again after a match."
    }
    return replays.map { line($0, clock) }.joined(separator: "\n")
  }

  /// `k3f0...  3 min ago  memorize, 8 pairs  Ana 12, Ben 7`.
  private static func line(_ replay: ReplaySummary, _ clock: WallClock) -> String {
    "\(replay.matchID.harmless(limit: 64))  \(clock.words(for: replay.endedAt).padded(to: 16))  "
      + "\(rules(replay))  " + result(replay)
  }
}
