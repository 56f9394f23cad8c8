// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Event {
  /// A blind shuffle: the cards that are left under new identities.
  ///
  /// Nothing in it depends on where a card lay before.
  public struct Redealt: Hashable, Sendable {
    /// The deal's number over the life of the room.
    public var generation: UInt32
    /// The slots of the cards that are left, in the order they leave the deck.
    public var slots: [Int]
    /// The commitment to each of those slots' faces, 32 bytes each, from the lowest slot up.
    public var leaves: [[UInt8]]
    /// When the last card lies again.
    public var playableAt: ServerTime

    /// A deal of what is left with all its parts.
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
