// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import FacedownTesting
import Game

/// `facedown-lab simulate`.
struct SimulateCommand: ExperimentCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract:
      "Runs server, clients and journal through seeded faults, and checks their invariants.",
    discussion: """
      Each seed decides a run: who plays what over which links, and which faults occur when. \
      Checkers watch from outside: the bytes that are sent, and what is on the disk. A run that \
      violates an invariant is printed with its seed, which replays it exactly; a run that traps \
      is named on standard error and ends the program. The last line is "N passed, M failed"; exit \
      status 1 if any failed.
      """)

  @Option(help: "Seed of the first run; the others follow.")
  var seed: UInt64 = 1

  @Option(help: "Number of runs.")
  var runs = 200

  @Flag(help: "Print every step of every run.")
  var verbose = false

  @Flag(help: "Small tables and few faults, as in the tests.")
  var short = false

  @Flag(help: "Several nodes that share a journal, in place of one server.")
  var world = false

  @Option(help: "Plant a bug, to check that it is found: \(Self.plantedBugs).")
  var plantedBug: String?

  private static let plantedBugs = PlantedBug.allCases.map(\.rawValue).joined(separator: ", ")

  mutating func validate() throws {
    guard (1...100_000_000).contains(runs) else {
      throw ValidationError("--runs must be from 1 to 100000000.")
    }
    if let plantedBug, PlantedBug(rawValue: plantedBug) == nil {
      throw ValidationError("--planted-bug must be one of \(Self.plantedBugs).")
    }
    if let bug = plantedBug.flatMap(PlantedBug.init(rawValue:)), bug.isOfWorlds, !world {
      throw ValidationError("Only a run with --world can have \(bug.rawValue).")
    }
  }

  var trials: UInt64 { UInt64(runs) }

  /// Sequential, so that a trap can be reported with the seed of its run.
  var atOnce: Int { 1 }

  var experiments: [SimulationExperiment] {
    [
      SimulationExperiment(
        seed: seed, plantedBug: plantedBug.flatMap(PlantedBug.init(rawValue:)), isShort: short,
        isWorld: world, isVerbose: verbose)
    ]
  }

  mutating func run() async throws {
    TrapNotice.install()
    try await measure()
  }

  func conclude(_ experiments: [SimulationExperiment], took: Duration) throws {
    for experiment in experiments {
      print("# \(experiment.summary(took: took))")
      print("\(experiment.passed) passed, \(experiment.failed) failed")
      guard experiment.failed == 0 else { throw ExitCode(1) }
    }
  }
}

/// Runs of the simulator with successive seeds; each failure is printed at once.
struct SimulationExperiment: Experiment {
  /// The outcome of a run.
  struct Outcome: Sendable {
    var length: Duration
    var entries: Int
    var messages: Int
    var crashes: Int
    var hash: UInt64
    var hasSwapped = false
    /// The violated invariant; nil for none.
    var broken: InvariantViolation?
  }

  /// One in this many seeds is run twice, to check that both runs are the same.
  static let twiceEvery: UInt64 = 16
  /// One in this many seeds is run again with two unseen cards swapped.
  static let swapEvery: UInt64 = 4

  /// The first run's seed.
  let seed: UInt64
  let plantedBug: PlantedBug?
  let isShort: Bool
  let isWorld: Bool
  let isVerbose: Bool
  private(set) var passed = 0
  private(set) var failed = 0
  private(set) var length = Duration.zero
  private(set) var entries = 0
  private(set) var messages = 0
  private(set) var crashes = 0
  private(set) var hash: UInt64 = 0
  private(set) var swaps = 0

  /// The command that replays a seed.
  private func replay(_ seed: UInt64) -> String {
    let kind =
      (isShort ? " --short" : "") + (isWorld ? " --world" : "")
      + (plantedBug.map { " --planted-bug \($0.rawValue)" } ?? "")
    return "  replay: facedown-lab simulate --seed \(seed) --runs 1\(kind) --verbose"
  }

  func run(_ number: UInt64) -> Outcome {
    let seed = seed &+ number
    // A planted bug always has the faults it needs to show.
    let plan =
      isWorld
      ? SimulationPlan(ofWorld: seed, isShort: isShort, for: plantedBug)
      : SimulationPlan(seed: seed, isShort: isShort, including: plantedBug?.faults ?? [])
    if isVerbose { print("seed \(seed): \(plan.summary)") }
    TrapNotice.set("seed \(seed): the program trapped\n\(replay(seed))\n")
    let run = Simulation(plan, plantedBug: plantedBug, trace: isVerbose ? { print($0) } : nil).run()
    var outcome = Outcome(
      length: run.length, entries: run.entries, messages: run.messages, crashes: run.crashes,
      hash: run.hash, broken: run.broken)
    if outcome.broken == nil, seed.isMultiple(of: Self.twiceEvery) {
      let again = Simulation(plan, plantedBug: plantedBug).run()
      outcome.length += again.length
      if again.hash != run.hash {
        outcome.broken = InvariantViolation(
          invariant: .replay, sentence: "Two runs of the seed differ.", after: run.length)
      }
    }
    if outcome.broken == nil, seed.isMultiple(of: Self.swapEvery) {
      let trial = SwapTrial(plan, plantedBug: plantedBug)
      outcome.broken = trial.run()
      outcome.length += trial.length
      outcome.hasSwapped = trial.hasCompared
    }
    return outcome
  }

  mutating func add(_ outcome: Outcome, of number: UInt64) {
    length += outcome.length
    entries += outcome.entries
    messages += outcome.messages
    crashes += outcome.crashes
    hash = hash &* 31 &+ outcome.hash
    if outcome.hasSwapped { swaps += 1 }
    guard let broken = outcome.broken else {
      passed += 1
      return
    }
    failed += 1
    let seed = seed &+ number
    print("seed \(seed): \(broken)")
    print(replay(seed))
  }

  /// The totals in a line.
  func summary(took: Duration) -> String {
    let ratio = length / took
    return "\(entries) entries, \(messages) messages, \(crashes) crashes, \(swaps) decks swapped; "
      + "\(length.wholeMilliseconds / 1000) s simulated in \(took.wholeMilliseconds / 1000) s, "
      + "\(Int(ratio)) times as fast; hash \(String(hash, radix: 16))"
  }
}
