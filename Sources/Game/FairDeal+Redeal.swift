// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension FairDeal {
  /// The input of a blind shuffle.
  public struct Redeal: Hashable, Sendable {
    /// The server's seed, 32 bytes.
    public var seed: [UInt8]
    /// Each seat's revealed share; empty where none was revealed.
    public var entropies: [[UInt8]]
    /// The number of the blind shuffle in its match, from 1.
    public var epoch: UInt32
    /// The number of pairs of the whole deck.
    public var pairs: Int
    /// The slots of the remaining cards.
    public var slots: [Int]

    /// Blind shuffle number `epoch` of the remaining `slots` of a deck of `pairs`.
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

  /// The deck with its remaining cards dealt again.
  ///
  /// They are sorted by face, shuffled by the stream of their epoch, and dealt in ascending order
  /// of slot, each with a fresh salt and commitment. So their former places have no influence.
  /// Cards that have left the table keep their slots.
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
