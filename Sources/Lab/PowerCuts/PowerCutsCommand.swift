// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown-lab power-cuts`.
struct PowerCutsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "power-cuts",
    abstract: "Cuts the power of a disk under a journal, and counts what is lost.",
    discussion: """
      What SQLite writes and syncs is recorded. The record is cut anywhere; of what was not synced by \
      then, sectors of 512 bytes are dropped, kept or written out of order. A journal opens what is \
      left, and every entry whose commit had returned has to be in it. Ends with code 1 if one is \
      not, or if anything is there that was never written.
      """)

  @Option(help: "How often the power is cut.")
  var cuts = 5000

  @Option(help: "Commits between two starts of the journal.")
  var commits = 40

  @Option(help: "Decides what is written, and where and how the power is cut.")
  var seed: UInt64 = 1

  @Flag(help: "The disk lies and never syncs the journal: count what is lost, and what is noticed.")
  var lying = false

  func validate() throws {
    guard (1...10_000_000).contains(cuts), (1...10_000).contains(commits) else {
      throw ValidationError("1...10000000 cuts and 1...10000 commits.")
    }
  }

  func run() throws {
    var plan = PowerCutTrial.Plan()
    (plan.cuts, plan.commits, plan.seed, plan.lies) = (cuts, commits, seed, lying)
    let outcome = try PowerCutTrial.run(plan)
    print(
      "\(outcome.cuts) cuts among \(outcome.events) writes and syncs, \(outcome.entries) entries "
        + "looked for: \(outcome.lost) lost in journals that were gone on with, \(outcome.refused) "
        + "journals refused")
    try conclude(faults: outcome.faults, called: "wrong")
  }
}
