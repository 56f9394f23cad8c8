// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import FacedownTesting
import Game

/// `facedown-lab breaks`.
struct BreaksCommand: ExperimentCommand {
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

  /// Until there are so many breaks.
  var trials: UInt64 { .max }

  var experiments: [BreakExperiment] {
    [BreakExperiment(count: count, loss: loss / 100, seed: seed)]
  }

  func conclude(_ experiments: [BreakExperiment], took: Duration) throws {
    for experiment in experiments { print("# \(experiment.summary)") }
    guard experiments.allSatisfy(\.isFlawless) else { throw ExitCode(1) }
  }
}

/// What breaks come to in matches of successive seeds, until there are enough.
struct BreakExperiment: Experiment {
  /// How many breaks there are to be, at least.
  let count: Int
  let loss: Double
  /// The first match's.
  let seed: UInt64
  private(set) var matches = 0
  private(set) var outcome = BreakTrial.Outcome()
  /// Seeds of matches in which something went wrong, the first few.
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

  /// Whether nothing was lost, doubled, changed or different, and nobody waited for ever.
  var isFlawless: Bool { !outcome.isFlawed }

  var header: String? { "kind,rtt_ms,count,back_p50_ms,back_p99_ms,back_max_ms" }

  /// One for each way of breaking and round trip.
  var rows: [String] {
    BreakTrial.Kind.allCases.flatMap { kind in
      BreakTrial.roundTrips.compactMap { roundTrip in
        let times = back(kind, roundTripMilliseconds: roundTrip)
        guard let longest = times.last else { return nil }
        return "\(kind.rawValue),\(roundTrip),\(times.count),\(Self.percentile(times, 50)),"
          + "\(Self.percentile(times, 99)),\(longest)"
      }
    }
  }

  /// How long it took to come back, in milliseconds, the shortest first.
  func back(_ kind: BreakTrial.Kind, roundTripMilliseconds: Int) -> [Int64] {
    outcome.breaks
      .filter { $0.kind == kind && $0.roundTripMilliseconds == roundTripMilliseconds }
      .map { $0.back.wholeMilliseconds }.sorted()
  }

  /// The value that `percent` in a hundred do not exceed.
  static func percentile(_ sorted: [Int64], _ percent: Int) -> Int64 {
    sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * percent / 100)]
  }

  /// The totals in a line.
  var summary: String {
    var text =
      "\(outcome.breaks.count) breaks in \(matches) matches, \(outcome.intents) intents: "
      + "\(outcome.lost) lost, \(outcome.doubled) doubled, \(outcome.changed) changed, "
      + "\(outcome.unequal) logs unequal, \(outcome.stuck) stuck"
    if !badSeeds.isEmpty { text += "; seeds \(badSeeds)" }
    return text
  }
}
