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
      breaks a promise is printed with its seed, which replays exactly that; a run whose code traps \
      is named on standard error, and is the last. Ends with "N passed, M failed", and with code 1 \
      if any failed.
      """)

  @Option(help: "The first run's seed; the others follow.")
  var seed: UInt64 = 1

  @Option(help: "How many runs.")
  var runs = 200

  @Flag(help: "Print every step of every run.")
  var verbose = false

  @Flag(help: "Small tables and little trouble, as the tests have it.")
  var short = false

  @Option(help: "Break a promise on purpose: \(Self.plantedBugs).")
  var plantedBug: String?

  private static let plantedBugs = PlantedBug.allCases.map(\.rawValue).joined(separator: ", ")

  mutating func validate() throws {
    guard (1...100_000_000).contains(runs) else {
      throw ValidationError("There must be at least one run, and at most a hundred million.")
    }
    if let plantedBug, PlantedBug(rawValue: plantedBug) == nil {
      throw ValidationError("A planted bug is one of \(Self.plantedBugs).")
    }
  }

  mutating func run() throws {
    let plantedBug = plantedBug.flatMap(PlantedBug.init(rawValue:))
    var series = SimulationSeries(plantedBug: plantedBug, isShort: short)
    let clock = ContinuousClock()
    TrapNotice.install()
    let took = clock.measure {
      for number in 0..<UInt64(runs) {
        let seed = seed &+ number
        if verbose { print("seed \(seed): \(series.plan(seed).summary)") }
        let kind =
          (short ? " --short" : "") + (plantedBug.map { " --planted bug \($0.rawValue)" } ?? "")
        let replay = "  replay: facedown-lab simulate --seed \(seed) --runs 1\(kind) --verbose"
        TrapNotice.set("seed \(seed): the code has trapped\n\(replay)\n")
        guard let failure = series.run(seed, tell: verbose ? { print($0) } : nil) else { continue }
        print(failure)
        print(replay)
      }
    }
    print("# \(series.summary(took: took))")
    print("\(series.passed) passed, \(series.failed) failed")
    guard series.failed == 0 else { throw ExitCode(1) }
  }
}
