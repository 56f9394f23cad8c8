// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Wire

/// Two slots of a deal whose cards are swapped: a viewer who has seen neither must not notice.
package struct CardSwap: Hashable, Sendable {
  /// The match; nil for any.
  package var matchID: String?
  /// The number of blind shuffles before the deal.
  package var epoch: UInt32
  /// One slot.
  package var one: Int
  /// The other.
  package var other: Int

  /// Slots `one` and `other` of the deal after `epoch` blind shuffles.
  package init(matchID: String? = nil, epoch: UInt32, one: Int, other: Int) {
    self.matchID = matchID
    self.epoch = epoch
    self.one = one
    self.other = other
  }
}

extension Dealer {
  /// The fair deal with salts and commitments from an oracle independent of the cards, so that
  /// decks that differ by `swap` have equal commitments.
  package static func oracle(swapping swap: CardSwap?) -> Dealer {
    Dealer(hashing: .openSSL) { fair, seed, entropies, pairs in
      let deck = fair.deck(seed: seed, entropies: entropies, pairs: pairs)
      return committed(deck, of: fair, epoch: 0, slots: Array(deck.faces.indices), swap)
    } redeal: { fair, deck, redeal in
      committed(
        fair.redeal(deck, redeal), of: fair, epoch: redeal.epoch, slots: redeal.slots, swap)
    }
  }

  private static func committed(
    _ deck: Deck, of fair: FairDeal, epoch: UInt32, slots: [Int], _ swap: CardSwap?
  ) -> Deck {
    var deck = deck
    if let swap, swap.matchID ?? fair.matchID == fair.matchID, swap.epoch == epoch {
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
