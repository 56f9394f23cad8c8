// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game

/// Runs of one seed after the other, and what they came to together.
struct SimulationSeries {
  /// Every so many seeds a run is run twice, to see that both are the same.
  static let twiceEvery: UInt64 = 16
  /// Every so many seeds a run is run again with cards swapped that nobody has seen.
  static let swapEvery: UInt64 = 4

  let plantedBug: PlantedBug?
  let isShort: Bool
  private(set) var passed = 0
  private(set) var failed = 0
  private var length = Duration.zero
  private var entries = 0
  private var messages = 0
  private var crashes = 0
  private var hash: UInt64 = 0
  private var swaps = 0

  init(plantedBug: PlantedBug? = nil, isShort: Bool = false) {
    self.plantedBug = plantedBug
    self.isShort = isShort
  }

  /// What a seed decides; a planted bug has in any case what it needs to show.
  func plan(_ seed: UInt64) -> SimulationPlan {
    SimulationPlan(seed: seed, isShort: isShort, including: plantedBug?.faults ?? [])
  }

  /// Runs a seed.
  ///
  /// - Returns: how it failed, in a line; nil if it passed.
  mutating func run(_ seed: UInt64, tell: ((String) -> Void)? = nil) -> String? {
    let plan = plan(seed)
    let outcome = Simulation(plan, plantedBug: plantedBug, tell: tell).run()
    length += outcome.length
    entries += outcome.entries
    messages += outcome.messages
    crashes += outcome.crashes
    hash = hash &* 31 &+ outcome.hash
    var broken = outcome.broken
    if broken == nil, seed.isMultiple(of: Self.twiceEvery) {
      let again = Simulation(plan, plantedBug: plantedBug).run()
      length += again.length
      if again.hash != outcome.hash {
        broken = InvariantViolation(
          promise: .replay, sentence: "Two runs of the seed differ.", after: outcome.length)
      }
    }
    if broken == nil, seed.isMultiple(of: Self.swapEvery) {
      let trial = SwapTrial(plan, plantedBug: plantedBug)
      broken = trial.run()
      length += trial.length
      if trial.hasCompared { swaps += 1 }
    }
    guard let broken else {
      passed += 1
      return nil
    }
    failed += 1
    return "seed \(seed): \(broken)"
  }

  /// Everything in a line.
  func summary(took: Duration) -> String {
    let ratio = length / took
    return "\(entries) entries, \(messages) messages, \(crashes) crashes, \(swaps) decks swapped; "
      + "\(length.wholeMilliseconds / 1000) s simulated in \(took.wholeMilliseconds / 1000) s, "
      + "\(Int(ratio)) times as fast; hash \(String(hash, radix: 16))"
  }
}
