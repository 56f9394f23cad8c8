// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game

/// What many breaks came to.
struct BreakTable: Sendable {
  /// The first line of the table.
  static let header = "kind,rtt_ms,count,back_p50_ms,back_p99_ms,back_max_ms"

  private var matches = 0
  private(set) var outcome = BreakTrial.Outcome()
  /// Seeds of matches in which something went wrong, the first few.
  private var badSeeds: [UInt64] = []

  /// Plays matches of successive seeds, on as many cores as there are, until they have so many
  /// breaks.
  static func measure(
    count: Int, loss: Double, firstSeed: UInt64, atOnce: UInt64 = 32
  ) async -> BreakTable {
    var table = BreakTable()
    var seed = firstSeed
    while table.outcome.breaks.count < count {
      // Which matches are played must not depend on who is fast.
      let batch = (0..<atOnce).map { seed &+ $0 }
      seed &+= atOnce
      let outcomes = await withTaskGroup(of: (UInt64, BreakTrial.Outcome).self) { group in
        for seed in batch {
          group.addTask {
            var trial = BreakTrial(seed: seed, loss: loss)
            return (seed, trial.run())
          }
        }
        return await group.reduce(into: [UInt64: BreakTrial.Outcome]()) { $0[$1.0] = $1.1 }
      }
      for seed in batch where table.outcome.breaks.count < count {
        if let outcome = outcomes[seed] { table.add(outcome, of: seed) }
      }
    }
    return table
  }

  /// Counts a match in.
  mutating func add(_ match: BreakTrial.Outcome, of seed: UInt64) {
    matches += 1
    outcome.breaks += match.breaks
    outcome.intents += match.intents
    outcome.lost += match.lost
    outcome.doubled += match.doubled
    outcome.changed += match.changed
    outcome.unequal += match.unequal
    outcome.stuck += match.stuck
    if match.isFlawed, badSeeds.count < 10 { badSeeds.append(seed) }
  }

  /// Whether nothing was lost, doubled, changed or different, and nobody waited for ever.
  var isFlawless: Bool { !outcome.isFlawed }

  /// A row for each way of breaking and round trip.
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
