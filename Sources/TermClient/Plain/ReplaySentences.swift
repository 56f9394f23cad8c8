// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// Matches that can be watched again, a line each, for people.
enum ReplaySentences {
  /// The lines of a list.
  static func table(_ replays: [ReplaySummary], _ clock: WallClock) -> String {
    guard !replays.isEmpty else {
      return "No match has ended here that you may watch. Look again after one."
    }
    return replays.map { line($0, clock) }.joined(separator: "\n")
  }

  /// `k3f0...  3 min ago  memorize, 8 pairs  Ana 12, Ben 7`.
  private static func line(_ replay: ReplaySummary, _ clock: WallClock) -> String {
    "\(replay.matchID.harmless(limit: 64))  \(clock.words(for: replay.endedAt).padded(to: 16))  \(rules(replay))  "
      + result(replay)
  }

  /// The rules in a few words.
  static func rules(_ replay: ReplaySummary) -> String {
    "\(replay.settings.mode.rawValue), \(Wording.count(replay.settings.pairs, "pair"))"
  }

  /// Who came to what, best first.
  ///
  /// Those who resigned are last, whatever they have: where that is more than somebody before them
  /// has, it is said why.
  static func result(_ replay: ReplaySummary) -> String {
    var least = Int.max
    var haveResigned = false
    return replay.standings.map { line in
      haveResigned = haveResigned || line.score > least
      least = min(least, line.score)
      let name = Wording.name(line.player, seat: line.seat)
      let points = "\(name) \(replay.settings.mode == .zen ? line.pairs : line.score)"
      return haveResigned ? "\(points) (resigned)" : points
    }.joined(separator: ", ")
  }
}
