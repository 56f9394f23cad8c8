// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots

/// The table of how strong each level of bot is: the levels, then ways to play that no level has.
struct BotTable {
  /// A row's bot, and the one it plays against.
  struct Row: Sendable {
    var bot: BotLevel
    var other: BotLevel?
  }

  /// How many matches, and of which decks.
  var strength: BotStrength
  /// Pairs on the table of those who play alone.
  var alone: [Int]
  /// Pairs on the table of those who play against each other.
  var against: Int

  /// The levels, each against the one below, and what the second card is worth to one who forgets
  /// nothing.
  static var rows: [Row] {
    let levels = BotLevel.all.enumerated().map { index, level in
      Row(bot: level, other: index > 0 ? BotLevel.all[index - 1] : nil)
    }
    let byTable = BotLevel(
      name: "perfect-by-table", halfLife: .infinity, secondCard: .byTable)
    let alwaysNew = BotLevel(
      name: "perfect-always-new", halfLife: .infinity, secondCard: .new)
    return levels + [Row(bot: byTable, other: alwaysNew)]
  }

  /// The line that names the columns.
  var header: String {
    let turns = alone.flatMap { ["turns_\($0)", "error_\($0)"] }
    return (["level"] + turns + ["against", "beats_percent", "error_percent"]).joined(
      separator: ",")
  }

  /// A row's line.
  func line(_ row: Row) async -> String {
    var cells = [row.bot.name]
    for pairs in alone {
      let turns = await strength.turns(of: row.bot, pairs: pairs)
      cells += [turns.value.fixed(3), turns.error.fixed(3)]
    }
    if let other = row.other {
      let score = await strength.score(of: row.bot, against: other, pairs: against)
      cells += [other.name, (score.value * 100).fixed(1), (score.error * 100).fixed(1)]
    } else {
      cells += ["", "", ""]
    }
    return cells.joined(separator: ",")
  }
}
