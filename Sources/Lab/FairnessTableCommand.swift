// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown-lab fairness-table`.
struct FairnessTableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fairness-table",
    abstract: "Compares ways of giving lag back to players over simulated lines, as CSV.",
    discussion: """
      Each row is many games of forty turns over lines that lose one packet in fifty. The honest \
      columns say how much later than fair a press was judged, at the 95th and 99th of a hundred; \
      the others what a cheat gains a turn: (a) by claiming all it can, (b) by pretending a round \
      trip of 400 ms as well.
      """)

  @Option(help: "How many games a row has.")
  var games = 3000

  mutating func validate() throws {
    guard (1...100_000).contains(games) else {
      throw ValidationError("A row needs at least one game, and at most 100000.")
    }
  }

  mutating func run() {
    let table = FairnessTable(games: games)
    print(FairnessTable.header)
    let rows = FairnessTable.roundTrips.flatMap { table.rows(roundTripMilliseconds: $0) }
    for rule in CreditRule.allCases { for row in rows where row.rule == rule { print(row) } }
  }
}
