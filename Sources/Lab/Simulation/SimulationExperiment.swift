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

  var trials: UInt64 { UInt64(runs) }

  /// One after the other, so that a trap is told with the seed of its run.
  var atOnce: Int { 1 }

  var experiments: [SimulationExperiment] {
    [
      SimulationExperiment(
        seed: seed, plantedBug: plantedBug.flatMap(PlantedBug.init(rawValue:)), isShort: short,
        isVerbose: verbose)
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

/// Runs of the simulator, one seed after the other; each that fails is printed at once.
struct SimulationExperiment: Experiment {
  /// What a run came to.
  struct Outcome: Sendable {
    var length: Duration
    var entries: Int
    var messages: Int
    var crashes: Int
    var hash: UInt64
    var hasSwapped = false
    /// The promise that was broken; nil if none was.
    var broken: InvariantViolation?
  }

  /// Every so many seeds a run is run twice, to see that both are the same.
  static let twiceEvery: UInt64 = 16
  /// Every so many seeds a run is run again with cards swapped that nobody has seen.
  static let swapEvery: UInt64 = 4

  /// The first run's.
  let seed: UInt64
  let plantedBug: PlantedBug?
  let isShort: Bool
  let isVerbose: Bool
  private(set) var passed = 0
  private(set) var failed = 0
  private(set) var length = Duration.zero
  private(set) var entries = 0
  private(set) var messages = 0
  private(set) var crashes = 0
  private(set) var hash: UInt64 = 0
  private(set) var swaps = 0

  /// What replays a seed.
  private func replay(_ seed: UInt64) -> String {
    let kind =
      (isShort ? " --short" : "") + (plantedBug.map { " --planted-bug \($0.rawValue)" } ?? "")
    return "  replay: facedown-lab simulate --seed \(seed) --runs 1\(kind) --verbose"
  }

  func run(_ number: UInt64) -> Outcome {
    let seed = seed &+ number
    // A planted bug has in any case what it needs to show.
    let plan = SimulationPlan(seed: seed, isShort: isShort, including: plantedBug?.faults ?? [])
    if isVerbose { print("seed \(seed): \(plan.summary)") }
    TrapNotice.set("seed \(seed): the code has trapped\n\(replay(seed))\n")
    let run = Simulation(plan, plantedBug: plantedBug, tell: isVerbose ? { print($0) } : nil).run()
    var outcome = Outcome(
      length: run.length, entries: run.entries, messages: run.messages, crashes: run.crashes,
      hash: run.hash, broken: run.broken)
    if outcome.broken == nil, seed.isMultiple(of: Self.twiceEvery) {
      let again = Simulation(plan, plantedBug: plantedBug).run()
      outcome.length += again.length
      if again.hash != run.hash {
        outcome.broken = InvariantViolation(
          promise: .replay, sentence: "Two runs of the seed differ.", after: run.length)
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

  /// Everything in a line.
  func summary(took: Duration) -> String {
    let ratio = length / took
    return "\(entries) entries, \(messages) messages, \(crashes) crashes, \(swaps) decks swapped; "
      + "\(length.wholeMilliseconds / 1000) s simulated in \(took.wholeMilliseconds / 1000) s, "
      + "\(Int(ratio)) times as fast; hash \(String(hash, radix: 16))"
  }
}
