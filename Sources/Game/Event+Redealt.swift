// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Event {
  /// A blind shuffle: the remaining cards under new identities.
  ///
  /// Nothing in it depends on where a card was before.
  public struct Redealt: Hashable, Sendable {
    /// The number of the deal over the life of the room.
    public var generation: UInt32
    /// The slots of the remaining cards, in the order in which they leave the deck.
    public var slots: [Int]
    /// The commitments to the faces of those slots, 32 bytes each, in ascending order of slot.
    public var leaves: [[UInt8]]
    /// When the cards can be played again.
    public var playableAt: ServerTime

    /// A blind shuffle with all its parts.
    public init(
      generation: UInt32, slots: [Int], leaves: [[UInt8]], playableAt: ServerTime
    ) {
      self.generation = generation
      self.slots = slots
      self.leaves = leaves
      self.playableAt = playableAt
    }
  }
}
