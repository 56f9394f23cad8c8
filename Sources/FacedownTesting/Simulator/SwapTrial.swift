// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// A run once more up to a moment of it, with two cards swapped that nobody has been shown until
/// then: everybody must be sent the same bytes.
///
/// Commitments and salts come from an oracle that knows nothing of the deck; else it would be they
/// that differ.
public final class SwapTrial {
  /// How long its runs took on the clock turned by hand.
  public private(set) var length = Duration.zero
  /// Whether there were two cards to swap.
  public private(set) var hasCompared = false
  private let plan: SimulationPlan
  private let sabotage: Sabotage?
  private var dice: SeededRandom

  /// A trial of a plan.
  public init(_ plan: SimulationPlan, sabotage: Sabotage? = nil) {
    self.plan = plan
    self.sabotage = sabotage
    dice = SeededRandom(seed: plan.seed, stream: 108)
  }

  /// Runs it both ways.
  ///
  /// - Returns: the promise that is broken; nil for none.
  public func run() -> BrokenPromise? {
    let end = dice.milliseconds(5000...(plan.isShort ? 15_000 : 45_000))
    let run = Simulation(plan, sabotage: sabotage, dealer: Self.dealer(swapping: nil))
    let first = run.run(for: end)
    length += first.length
    if let broken = first.broken { return broken }
    guard let swap = swap(in: run) else { return nil }
    hasCompared = true
    let other = Simulation(plan, sabotage: sabotage, dealer: Self.dealer(swapping: swap))
    let second = other.run(for: end)
    length += second.length
    guard first.hash != second.hash else { return nil }
    return BrokenPromise(
      promise: .secrets,
      sentence: "Swapping slots \(swap.one) and \(swap.other) of match \(swap.matchID), which "
        + "nobody has seen, changes what is sent.", after: end)
  }

  private struct Swap: Sendable {
    let matchID: String
    /// How often its cards had been dealt again.
    let epoch: Int
    let one: Int
    let other: Int
  }

  /// Two cards of a match under way that nobody has seen.
  private func swap(in run: Simulation) -> Swap? {
    let rooms = run.witness.rooms.keys.sorted().compactMap { run.witness.rooms[$0]?.rules }
    for rules in rooms where rules.phase == .playing || rules.phase == .dealing {
      let unseen = rules.cards.indices.filter { rules.faces[$0] == nil }
      guard unseen.count >= 2, let one = unseen.first,
        let other = dice.pick(Array(unseen.dropFirst()))
      else { continue }
      return Swap(
        matchID: rules.matchID, epoch: rules.formerDeals.count, one: one, other: other)
    }
    return nil
  }

  private static func dealer(swapping swap: Swap?) -> Dealer {
    Dealer(hashing: .openSSL) { fair, seed, entropies, pairs in
      let deck = fair.deck(seed: seed, entropies: entropies, pairs: pairs)
      return changed(deck, of: fair, epoch: 0, slots: Array(deck.faces.indices), by: swap)
    } redeal: { fair, deck, redeal in
      changed(
        fair.redeal(deck, redeal), of: fair, epoch: Int(redeal.epoch), slots: redeal.slots, by: swap
      )
    }
  }

  /// The deck with the two cards swapped, if it is theirs, and the oracle's commitments on `slots`.
  private static func changed(
    _ deck: Deck, of fair: FairDeal, epoch: Int, slots: [Int], by swap: Swap?
  ) -> Deck {
    var deck = deck
    if let swap, swap.matchID == fair.matchID, swap.epoch == epoch {
      deck.faces.swapAt(swap.one, swap.other)
    }
    for slot in slots {
      let name = Array("\(fair.matchID) \(epoch) \(slot)".utf8)
      deck.salts[slot] = Array(fair.hashing.sha256(name + [1]).prefix(16))
      deck.leaves[slot] = fair.hashing.sha256(name + [2])
    }
    return deck
  }
}
