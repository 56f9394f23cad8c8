// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots

/// Measures bots by many matches.
struct BotStrength {
  /// Matches of each kind.
  var games: Int
  /// Decides decks and dice.
  var seed: UInt64

  /// The turns a bot needs alone.
  func turns(of level: BotLevel, pairs: Int) async -> Mean {
    await mean { game in
      Double(BotMatch.play([level], pairs: pairs, seed: seed &+ game).turns)
    }
  }

  /// The share of matches a bot wins against another, each beginning half of them and a tie counting
  /// half.
  func score(of level: BotLevel, against other: BotLevel, pairs: Int) async -> Mean {
    await mean { game in
      let lead = lead(of: level, over: other, isFirst: game.isMultiple(of: 2), pairs, game)
      return lead > 0 ? 1 : lead == 0 ? 0.5 : 0
    }
  }

  private func lead(
    of level: BotLevel, over other: BotLevel, isFirst: Bool, _ pairs: Int, _ game: UInt64
  ) -> Int {
    let levels = isFirst ? [level, other] : [other, level]
    let result = BotMatch.play(levels, pairs: pairs, seed: seed &+ game).pairs
    return isFirst ? result[0] - result[1] : result[1] - result[0]
  }

  /// The mean over matches 0 to `games`, on as many threads as there are cores.
  private func mean(_ value: @escaping @Sendable (UInt64) -> Double) async -> Mean {
    let total = UInt64(games)
    return await withTaskGroup(of: Mean.self) { group in
      for start in stride(from: 0, to: total, by: 250) {
        group.addTask {
          var part = Mean()
          for game in start..<min(start + 250, total) { part.add(value(game)) }
          return part
        }
      }
      return await group.reduce(into: Mean()) { $0.add($1) }
    }
  }
}
