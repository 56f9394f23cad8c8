// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import FacedownTesting
import Game

/// `facedown-lab simulate`.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract:
      "Runs server, clients and journal through seeded faults, and holds them to their word.",
    discussion: """
      Each seed is a run of its own: who plays what over which lines, and what goes wrong when. \
      Checkers watch from outside, by the bytes that are sent and what is on the disk. A run that \
      breaks a promise is printed with its seed, which replays exactly that. Ends with \
      "N passed, M failed", and with code 1 if any failed.
      """)

  @Option(help: "The first run's seed; the others follow.")
  var seed: UInt64 = 1

  @Option(help: "How many runs.")
  var runs = 200

  @Flag(help: "Print every step of every run.")
  var verbose = false

  @Option(help: "Break a promise on purpose: \(Self.sabotages).")
  var sabotage: String?

  private static let sabotages = Sabotage.allCases.map(\.rawValue).joined(separator: ", ")

  mutating func validate() throws {
    guard (1...100_000_000).contains(runs) else {
      throw ValidationError("There must be at least one run, and at most a hundred million.")
    }
    if let sabotage, Sabotage(rawValue: sabotage) == nil {
      throw ValidationError("A sabotage is one of \(Self.sabotages).")
    }
  }

  mutating func run() throws {
    let sabotage = sabotage.flatMap(Sabotage.init(rawValue:))
    var series = SimulationSeries(sabotage: sabotage)
    let clock = ContinuousClock()
    let took = clock.measure {
      for number in 0..<UInt64(runs) {
        let seed = seed &+ number
        if verbose { print("seed \(seed): \(SimulationPlan(seed: seed).summary)") }
        guard let failure = series.run(seed, tell: verbose ? { print($0) } : nil) else { continue }
        print(failure)
        print("  replay: facedown-lab simulate --seed \(seed) --runs 1 --verbose")
      }
    }
    print("# \(series.summary(took: took))")
    print("\(series.passed) passed, \(series.failed) failed")
    guard series.failed == 0 else { throw ExitCode(1) }
  }
}
