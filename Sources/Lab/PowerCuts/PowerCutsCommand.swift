// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown-lab power-cuts`.
struct PowerCutsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "power-cuts",
    abstract: "Cuts the power of a disk under a journal, and counts what is lost.",
    discussion: """
      Records what SQLite writes and syncs, and cuts the record at random points; of what was not \
      synced by then, sectors of 512 bytes are dropped, kept or written out of order. A journal \
      opens the result, and every entry whose commit had returned must be in it. Exit status 1 if \
      one is missing, or if anything is there that was never written.
      """)

  @Option(help: "Number of power cuts.")
  var cuts = 5000

  @Option(help: "Commits between two starts of the journal.")
  var commits = 40

  @Option(help: "Seed of the writes and of the power cuts.")
  var seed: UInt64 = 1

  @Flag(
    help: "Simulate a disk that never syncs the journal: count losses, and how many are detected.")
  var lying = false

  func validate() throws {
    guard (1...10_000_000).contains(cuts), (1...10_000).contains(commits) else {
      throw ValidationError("Give 1 to 10000000 cuts and 1 to 10000 commits.")
    }
  }

  func run() throws {
    var plan = PowerCutTrial.Plan()
    (plan.cuts, plan.commits, plan.seed, plan.lies) = (cuts, commits, seed, lying)
    let outcome = try PowerCutTrial.run(plan)
    print(
      "\(outcome.cuts) cuts among \(outcome.events) writes and syncs, \(outcome.entries) entries "
        + "looked for: \(outcome.lost) lost in accepted journals, \(outcome.refused) "
        + "journals refused")
    try conclude(faults: outcome.faults, called: "wrong")
  }
}
