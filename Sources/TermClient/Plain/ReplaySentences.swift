// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import Protocol
import TerminalUI

/// Finished matches as lines of text.
enum ReplaySentences {
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

  /// The rules in a few words.
  static func rules(_ replay: ReplaySummary) -> String {
    "\(replay.settings.mode.rawValue), \(Wording.count(replay.settings.pairs, "pair"))"
  }

  /// The players and their scores, best first.
  ///
  /// Players who resigned come last whatever their score. If that is higher than a score before
  /// theirs, they are marked as resigned.
  static func result(_ replay: ReplaySummary) -> String {
    var least = Int.max
    var haveResigned = false
    return replay.standings.map { line in
      haveResigned = haveResigned || line.score > least
      least = min(least, line.score)
      let name = Wording.name(line.player, seat: line.seat)
      let points = "\(name) \(replay.settings.mode.rules.hasScores ? line.score : line.pairs)"
      return haveResigned ? "\(points) (resigned)" : points
    }.joined(separator: ", ")
  }
}
