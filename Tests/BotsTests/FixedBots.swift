// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import MatchFixtures

/// What bots would choose during the fixed match, the same on every platform.
///
/// The build for wasm32 compiles this file too, as Embedded Swift: its choices under JavaScript are
/// compared with the same file of numbers as those of the native build.
enum FixedBots {
  /// The slots, one list for each level and seed; −1 for no card.
  static var choices: [[Double]] {
    let entries = FixedMatch().log.entries
    var choices: [[Double]] = []
    for level in BotLevel.all {
      for seed in UInt64(1)...8 {
        var bot = Bot(level: level, seed: seed)
        var view = MatchView()
        var slots: [Double] = []
        for entry in entries {
          view.apply(entry)
          bot.watch(entry, from: SeatIndex(0))
          guard view.phase == .playing else { continue }
          slots.append(Double(bot.choose(in: view)?.slot ?? -1))
        }
        choices.append(slots)
      }
    }
    return choices
  }
}
