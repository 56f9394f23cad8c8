// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The public identity of a card on the table: the generation of its deal and the slot it was dealt
/// to, and nothing else.
///
/// A generation is used once in a room, so a card named late can never mean another card. Slots are
/// drawn before faces are assigned to anything a player sees; an identity tells nothing of a face.
public struct CardID: Hashable, Comparable, Sendable {
  /// Slots in a generation: 32 pairs are the most.
  public static let slotsPerGeneration = 64

  /// `generation * 64 + slot`, the form on the wire.
  public var rawValue: UInt32

  /// The card with a raw value from the wire; every value names some card, known or not.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The card in `slot` (0..<64) of `generation`; traps on a slot out of range.
  public init(generation: UInt32, slot: Int) {
    precondition(
      (0..<Self.slotsPerGeneration).contains(slot), "A slot is one of 0..<64, not \(slot).")
    rawValue = generation &* UInt32(Self.slotsPerGeneration) &+ UInt32(slot)
  }

  /// The deal this card belongs to, counted over the life of the room.
  public var generation: UInt32 { rawValue / UInt32(Self.slotsPerGeneration) }

  /// The slot the card was dealt to, 0..<64.
  public var slot: Int { Int(rawValue % UInt32(Self.slotsPerGeneration)) }

  /// Orders by number.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What is on the front of a card: an index into the faces of the match's theme, in theme order.
///
/// Both cards of a pair bear the same face.
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
