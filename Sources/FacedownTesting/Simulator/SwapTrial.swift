// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Replays

/// A run repeated up to some moment with two cards swapped that no viewer has been shown by then:
/// every viewer must be sent the same bytes.
///
/// Commitments and salts come from an oracle independent of the deck; otherwise they would differ.
package final class SwapTrial {
  /// How long its runs took on the manual clock.
  package private(set) var length = Duration.zero
  /// Whether there were two cards to swap.
  package private(set) var hasCompared = false
  private let plan: SimulationPlan
  private let plantedBug: PlantedBug?
  private var dice: SeededRandom

  /// A trial of a plan.
  package init(_ plan: SimulationPlan, plantedBug: PlantedBug? = nil) {
    self.plan = plan
    self.plantedBug = plantedBug
    dice = SeededRandom(seed: plan.seed, stream: 108)
  }

  /// Runs it both ways.
  ///
  /// - Returns: the violated invariant; nil for none.
  package func run() -> InvariantViolation? {
    let end = dice.milliseconds(5000...(plan.isShort ? 15_000 : 45_000))
    let run = Simulation(plan, plantedBug: plantedBug, dealer: .oracle(swapping: nil))
    let first = run.run(for: end)
    length += first.length
    if let broken = first.broken { return broken }
    guard let swap = swap(in: run) else { return nil }
    hasCompared = true
    let other = Simulation(plan, plantedBug: plantedBug, dealer: .oracle(swapping: swap))
    let second = other.run(for: end)
    length += second.length
    guard first.hash != second.hash else { return nil }
    return InvariantViolation(
      invariant: .secrets,
      sentence:
        "Swapping slots \(swap.one) and \(swap.other) of match \(swap.matchID ?? "?"), which "
        + "nobody has seen, changes what is sent.", after: end)
  }

  /// Two cards of a running match that nobody has seen.
  private func swap(in run: Simulation) -> CardSwap? {
    let rooms = run.checker.rooms.keys.sorted().compactMap { run.checker.rooms[$0]?.rules }
    for rules in rooms where rules.phase == .playing || rules.phase == .dealing {
      let unseen = rules.cards.indices.filter { rules.faces[$0] == nil }
      guard unseen.count >= 2, let one = unseen.first,
        let other = dice.pick(Array(unseen.dropFirst()))
      else { continue }
      return CardSwap(
        matchID: rules.matchID, epoch: UInt32(rules.formerDeals.count), one: one, other: other)
    }
    return nil
  }
}
