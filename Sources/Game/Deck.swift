// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A deck by slot, with its secrets; only the server has it during a match.
public struct Deck: Hashable, Sendable {
  /// The face of each slot's card.
  public var faces: [Face]
  /// The salt that opens each slot's commitment, 16 bytes.
  public var salts: [[UInt8]]
  /// The commitment to each slot's face, 32 bytes; only these are public.
  public var leaves: [[UInt8]]

  /// A deck with all its parts, all of one length.
  public init(faces: [Face], salts: [[UInt8]], leaves: [[UInt8]]) {
    precondition(
      faces.count == salts.count && faces.count == leaves.count,
      "Each card of a deck has a face, a salt and a leaf.")
    self.faces = faces
    self.salts = salts
    self.leaves = leaves
  }
}

/// The source of a match's decks: the fair deal, or a test's own.
public struct Dealer: Sendable {
  /// The hash functions of the commitments.
  public var hashing: Hashing
  /// The deck of a match, from its id, seed, shares and number of pairs.
  public var deck:
    @Sendable (
      _ fair: FairDeal, _ seed: [UInt8], _ entropies: [[UInt8]], _ pairs: Int
    ) -> Deck
  /// The deck after a blind shuffle, from the one before it.
  public var redeal: @Sendable (_ fair: FairDeal, _ deck: Deck, _ redeal: FairDeal.Redeal) -> Deck

  /// A dealer with its own decks; cards are redealt fairly unless `redeal` is given.
  public init(
    hashing: Hashing,
    deck:
      @escaping @Sendable (
        _ fair: FairDeal, _ seed: [UInt8], _ entropies: [[UInt8]], _ pairs: Int
      ) -> Deck,
    redeal:
      @escaping @Sendable (
        _ fair: FairDeal, _ deck: Deck, _ redeal: FairDeal.Redeal
      ) -> Deck = { fair, deck, redeal in fair.redeal(deck, redeal) }
  ) {
    self.hashing = hashing
    self.deck = deck
    self.redeal = redeal
  }

  /// The dealer of every real match: `memorize-fair/1`.
  public static func fair(_ hashing: Hashing) -> Dealer {
    Dealer(hashing: hashing) { fair, seed, entropies, pairs in
      fair.deck(seed: seed, entropies: entropies, pairs: pairs)
    }
  }
}
