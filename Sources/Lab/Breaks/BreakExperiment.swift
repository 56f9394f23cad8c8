// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import FacedownTesting
import Game

/// `facedown-lab breaks`.
struct BreaksCommand: ExperimentCommand {
  static let configuration = CommandConfiguration(
    commandName: "breaks",
    abstract: "Breaks connections during simulated matches, and counts what is lost.",
    discussion: """
      Prints one row for each kind of break and round trip, as CSV: the time until the player was \
      back in the match. Exit status 1 if an intent was lost or duplicated, logs differ, or somebody \
      waited forever.
      """)

  @Option(help: "Minimum number of breaks.")
  var count = 10_000

  @Option(help: "Packet loss in each direction, in per cent.")
  var loss = 2.0

  @Option(help: "Seed of the first match; the others follow.")
  var seed: UInt64 = 1

  mutating func validate() throws {
    guard (1...10_000_000).contains(count) else {
      throw ValidationError("--count must be from 1 to 10000000.")
    }
    guard (0...20).contains(loss) else { throw ValidationError("--loss must be from 0 to 20.") }
  }

  /// The number of breaks decides, not the number of matches.
  var trials: UInt64 { .max }

  var experiments: [BreakExperiment] {
    [BreakExperiment(count: count, loss: loss / 100, seed: seed)]
  }

  func conclude(_ experiments: [BreakExperiment], took: Duration) throws {
    for experiment in experiments { print("# \(experiment.summary)") }
    guard experiments.allSatisfy(\.isFlawless) else { throw ExitCode(1) }
  }
}

/// Breaks in matches of successive seeds, until there are enough.
struct BreakExperiment: Experiment {
  /// The minimum number of breaks.
  let count: Int
  let loss: Double
  /// The first match's seed.
  let seed: UInt64
  private(set) var matches = 0
  private(set) var outcome = BreakTrial.Outcome()
  /// Seeds of the first few flawed matches.
  private(set) var badSeeds: [UInt64] = []

  func run(_ number: UInt64) -> BreakTrial.Outcome {
    var trial = BreakTrial(seed: seed &+ number, loss: loss)
    return trial.run()
  }

  mutating func add(_ match: BreakTrial.Outcome, of number: UInt64) {
    matches += 1
    outcome.breaks += match.breaks
    outcome.intents += match.intents
    outcome.lost += match.lost
    outcome.doubled += match.doubled
    outcome.changed += match.changed
    outcome.unequal += match.unequal
    outcome.stuck += match.stuck
    if match.isFlawed, badSeeds.count < 10 { badSeeds.append(seed &+ number) }
  }

  var isComplete: Bool { outcome.breaks.count >= count }

  /// Whether nothing was lost, doubled, changed or different, and no client was stuck.
  var isFlawless: Bool { !outcome.isFlawed }

  var header: String? { "kind,rtt_ms,count,back_p50_ms,back_p99_ms,back_max_ms" }

  /// One row for each kind of break and round trip.
  var rows: [String] {
    BreakTrial.Kind.allCases.flatMap { kind in
      BreakTrial.roundTrips.compactMap { roundTrip in
        let times = back(kind, roundTripMilliseconds: roundTrip)
        guard let longest = times.last else { return nil }
        return "\(kind.rawValue),\(roundTrip),\(times.count),\(times.nearestRank(0.5) ?? 0),"
          + "\(times.nearestRank(0.99) ?? 0),\(longest)"
      }
    }
  }

  /// Times to reconnect in milliseconds, ascending.
  func back(_ kind: BreakTrial.Kind, roundTripMilliseconds: Int) -> [Int64] {
    outcome.breaks
      .filter { $0.kind == kind && $0.roundTripMilliseconds == roundTripMilliseconds }
      .map { $0.back.wholeMilliseconds }.sorted()
  }

  /// The totals in a line.
  var summary: String {
    var text =
      "\(outcome.breaks.count) breaks in \(matches) matches, \(outcome.intents) intents: "
      + "\(outcome.lost) lost, \(outcome.doubled) duplicated, \(outcome.changed) changed, "
      + "\(outcome.unequal) logs that differ, \(outcome.stuck) stuck"
    if !badSeeds.isEmpty { text += "; seeds \(badSeeds)" }
    return text
  }
}
