// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown-lab bots`: how strong each level of bot is.
struct BotsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bots",
    abstract: "Measures how strong each level of bot is, as CSV.",
    discussion: """
      Alone: the mean number of turns until the table is empty. Against the level below: the share of \
      matches won, each beginning half of them and a tie counting half. Each figure stands before its \
      standard error; docs/bots.md says more.
      """)

  @Option(help: "Matches of each kind.")
  var games = 8_000

  @Option(help: "Pairs on the table of those who play alone.")
  var pairs: [Int] = [8, 18, 32]

  @Option(help: "Pairs on the table of those who play against each other.")
  var against = 18

  @Option(help: "Decides decks and dice.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (2...10_000_000).contains(games) else {
      throw ValidationError("There are 2 to 10000000 matches of each kind.")
    }
    guard (pairs + [against]).allSatisfy((2...32).contains) else {
      throw ValidationError("There are 2 to 32 pairs on a table.")
    }
  }

  func run() async throws {
    let table = BotTable(
      strength: BotStrength(games: games, seed: seed), alone: pairs, against: against)
    print(table.header)
    for row in BotTable.rows { print(await table.line(row)) }
  }
}
