// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension FairDeal {
  /// What decides how the cards that are left are dealt again.
  public struct Redeal: Hashable, Sendable {
    /// The server's 32 bytes.
    public var seed: [UInt8]
    /// What each chair revealed, empty where nothing was.
    public var entropies: [[UInt8]]
    /// The blind shuffle's number in its match, from 1.
    public var epoch: UInt32
    /// How many different faces the whole deck has.
    public var pairs: Int
    /// The slots of the cards that are left; each is one of the deck's.
    public var slots: [Int]

    /// Blind shuffle number `epoch` of a deck of `pairs`, of which `slots` are left.
    public init(
      seed: [UInt8], entropies: [[UInt8]], epoch: UInt32, pairs: Int, slots: [Int]
    ) {
      self.seed = seed
      self.entropies = entropies
      self.epoch = epoch
      self.pairs = pairs
      self.slots = slots
    }
  }

  /// The deck with the cards that are left dealt again.
  ///
  /// They are sorted by face, shuffled by the stream of their epoch, and laid from the lowest slot
  /// up, each with a fresh salt and commitment. So where a card lay before decides nothing. What has
  /// left the table stays in its slot.
  public func redeal(_ deck: Deck, _ redeal: Redeal) -> Deck {
    let key = key(
      "deck", seed: redeal.seed, entropies: redeal.entropies, epoch: redeal.epoch,
      pairs: redeal.pairs)
    let slots = redeal.slots.sorted()
    var faces = slots.map { deck.faces[$0] }.sorted()
    var stream = RandomStream(key: key, hashing: hashing)
    stream.shuffle(&faces)
    var next = deck
    for (slot, face) in zip(slots, faces) {
      let salt = salt(of: slot, key: key)
      next.faces[slot] = face
      next.salts[slot] = salt
      next.leaves[slot] = leaf(slot: slot, face: face, salt: salt)
    }
    return next
  }
}
