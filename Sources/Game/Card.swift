// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The public identity of a card: the generation of its deal and its slot, nothing else.
///
/// Generations are never reused in a room, so an old identity cannot mean another card. Slots are
/// assigned before faces, so an identity says nothing about the face.
public struct CardID: Hashable, Comparable, Sendable {
  /// Slots in a generation, for at most 32 pairs.
  public static let slotsPerGeneration = 64

  /// `generation * 64 + slot`, the form on the wire.
  public var rawValue: UInt32

  /// The card with a raw value from the wire; it may not exist.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The card in `slot` (0..<64) of `generation`; traps on a slot out of range.
  public init(generation: UInt32, slot: Int) {
    precondition(
      (0..<Self.slotsPerGeneration).contains(slot), "A slot is one of 0..<64, not \(slot).")
    rawValue = generation &* UInt32(Self.slotsPerGeneration) &+ UInt32(slot)
  }

  /// The number of the card's deal over the life of the room.
  public var generation: UInt32 { rawValue / UInt32(Self.slotsPerGeneration) }

  /// The slot the card was dealt to, 0..<64.
  public var slot: Int { Int(rawValue % UInt32(Self.slotsPerGeneration)) }

  /// Orders by number.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The front of a card: an index into the faces of the match's theme.
///
/// Both cards of a pair have the same face.
public struct Face: Hashable, Comparable, Sendable {
  /// The index, 0 for the theme's first face.
  public var index: Int

  /// The theme's face number `index`.
  public init(_ index: Int) {
    self.index = index
  }

  /// Orders by number.
  public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}
