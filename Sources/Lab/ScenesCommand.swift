// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown-lab scenes`.
struct ScenesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenes",
    abstract: "Compares what two players and a spectator at unequal lines see.",
    discussion: """
      The players' round trips are 20 and 400 ms, the spectator's is one of 20, 80, 200 and 400. At \
      the same server time all must see the same scene, but for what a viewer alone knows; and with \
      that, each card from 150 ms after its face's reveal, or after the entry came if that was \
      later. Prints, as CSV, for how much of the usual time faces showed, and then how much was \
      compared. Ends with code 1 on a difference.
      """)

  @Option(help: "How many seeds there are.")
  var seeds: UInt64 = 1000

  @Option(help: "How many packets in a hundred are lost, each way.")
  var loss = 2.0

  @Option(help: "The first seed; the others follow.")
  var seed: UInt64 = 1

  @Option(
    name: .customLong("break"),
    help: "Break a rule, to see that it is noticed: \(SceneTrial.Mutation.names).")
  var mutation: SceneTrial.Mutation?

  mutating func validate() throws {
    guard (1...1_000_000).contains(seeds) else {
      throw ValidationError("There must be at least one seed, and at most a million.")
    }
    guard seed <= .max / 2 else { throw ValidationError("A seed is at most \(UInt64.max / 2).") }
    guard (0...20).contains(loss) else { throw ValidationError("A loss is from 0 to 20.") }
  }

  mutating func run() async throws {
    let table = try await SceneTable.measure(
      seeds: seed..<(seed + seeds), loss: loss / 100, mutation: mutation)
    print(SceneTable.header)
    for row in table.rows { print(row) }
    print("# \(table.summary)")
    guard table.isOne else { throw ExitCode(1) }
  }
}

extension SceneTrial.Mutation: ExpressibleByArgument {
  /// All of them, for the help.
  fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
