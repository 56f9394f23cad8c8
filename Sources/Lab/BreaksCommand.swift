// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown-lab breaks`.
struct BreaksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "breaks",
    abstract: "Breaks connections in the middle of simulated matches, and counts what is lost.",
    discussion: """
      Prints one row for each way of breaking and round trip, as CSV: how long it took until the \
      player was in the match again. Ends with code 1 if an intent was lost or doubled, a log is \
      not everyone's, or somebody waited for ever.
      """)

  @Option(help: "How many breaks there are, at least.")
  var count = 10_000

  @Option(help: "How many packets in a hundred are lost, each way.")
  var loss = 2.0

  @Option(help: "The first match's seed; the others follow.")
  var seed: UInt64 = 1

  mutating func validate() throws {
    guard (1...10_000_000).contains(count) else {
      throw ValidationError("There must be at least one break, and at most ten million.")
    }
    guard (0...20).contains(loss) else { throw ValidationError("A loss is from 0 to 20.") }
  }

  mutating func run() async throws {
    let table = await BreakTable.measure(count: count, loss: loss / 100, firstSeed: seed)
    print(BreakTable.header)
    for row in table.rows { print(row) }
    print("# \(table.summary)")
    guard table.isFlawless else { throw ExitCode(1) }
  }
}
