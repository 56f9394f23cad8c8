// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown-lab scenes`.
struct ScenesCommand: ExperimentCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenes",
    abstract: "Compares what two players and a spectator with unequal connections see.",
    discussion: """
      The players' round trips are 20 and 400 ms, the spectator's is one of 20, 80, 200 and 400. \
      At the same server time all must see the same scene, apart from each viewer's own \
      predictions; with those, each card must agree from 150 ms after its reveal, or after the \
      entry arrived if that was later. Prints, as CSV, the share of the regular time that faces \
      showed, and then how much was compared. Exit status 1 on a difference.
      """)

  @Option(help: "Number of seeds.")
  var seeds: UInt64 = 1000

  @Option(help: "Packet loss in each direction, in per cent.")
  var loss = 2.0

  @Option(help: "First seed; the others follow.")
  var seed: UInt64 = 1

  @Option(
    name: .customLong("break"),
    help: "Break a rule, to check that it is noticed: \(SceneTrial.Mutation.names).")
  var mutation: SceneTrial.Mutation?

  mutating func validate() throws {
    guard (1...1_000_000).contains(seeds) else {
      throw ValidationError("--seeds must be from 1 to 1000000.")
    }
    guard seed <= .max / 2 else { throw ValidationError("--seed is at most \(UInt64.max / 2).") }
    guard (0...20).contains(loss) else { throw ValidationError("--loss must be from 0 to 20.") }
  }

  var trials: UInt64 { seeds }

  var atOnce: Int { 8 }

  var experiments: [SceneExperiment] {
    [SceneExperiment(seed: seed, loss: loss / 100, mutation: mutation)]
  }

  func conclude(_ experiments: [SceneExperiment], took: Duration) throws {
    for experiment in experiments { print("# \(experiment.summary)") }
    guard experiments.allSatisfy(\.isOne) else { throw ExitCode(1) }
  }
}

extension SceneTrial.Mutation: ExpressibleByArgument {
  /// All mutations, for the help.
  fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// Whether viewers with unequal connections see the same, over successive seeds.
struct SceneExperiment: Experiment {
  /// The first trial's seed.
  let seed: UInt64
  let loss: Double
  var length = SceneTrial.Length.full
  var mutation: SceneTrial.Mutation?
  private(set) var trials = 0
  private(set) var outcome = SceneOutcome()
  /// Seeds with differences.
  private(set) var badSeeds: [UInt64] = []

  func run(_ number: UInt64) throws -> SceneOutcome {
    var trial = SceneTrial(seed: seed + number, loss: loss, length: length, mutation: mutation)
    return try trial.run()
  }

  mutating func add(_ trial: SceneOutcome, of number: UInt64) {
    trials += 1
    outcome.scenes += trial.scenes
    outcome.different += trial.different
    outcome.late += trial.late
    outcome.cards += trial.cards
    outcome.differentCards += trial.differentCards
    outcome.exposures += trial.exposures
    if trial.different + trial.differentCards > 0 { badSeeds.append(seed + number) }
  }

  /// Whether all viewers saw the same.
  var isOne: Bool { outcome.different + outcome.differentCards == 0 }

  var header: String? { "rtt_ms,faces,share_p1,share_p50,shown_95_percent" }

  /// One row for each round trip: the share of the regular time that faces showed.
  var rows: [String] {
    SceneTrial.spectators.compactMap { roundTrip in
      let shares = shares(roundTripMilliseconds: roundTrip)
      guard !shares.isEmpty else { return nil }
      let whole = Double(shares.count { $0 >= 0.95 }) / Double(shares.count)
      return "\(roundTrip),\(shares.count),\(shares[shares.count / 100].fixed(3)),"
        + "\(shares[shares.count / 2].fixed(3)),\(whole.fixed(4))"
    }
  }

  /// The shares of the regular time that faces showed at a round trip, ascending.
  func shares(roundTripMilliseconds: Int) -> [Double] {
    outcome.exposures.filter { $0.roundTripMilliseconds == roundTripMilliseconds }
      .map(\.share).sorted()
  }

  /// The totals in a line.
  var summary: String {
    var text =
      "\(trials) seeds: \(outcome.scenes) scenes compared, \(outcome.different) differed, "
      + "\(outcome.late) skipped because entries were in flight; as seen \(outcome.cards) cards "
      + "compared, \(outcome.differentCards) differed"
    if !badSeeds.isEmpty { text += "; seeds \(badSeeds.prefix(10))" }
    return text
  }
}
