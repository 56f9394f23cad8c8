// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

extension Scene {
  /// A card on the table.
  public struct Card: Hashable, Sendable {
    /// Which card.
    public var id: CardID
    /// The place it is named by, counted along rows.
    public var place: Int
    /// The middle of the card, in table units.
    public var centre: Point
    /// How far it is turned about its upright axis, in degrees: 0 face up, 180 face down.
    ///
    /// The face shows exactly while this is below 90.
    public var rotation: Double
    /// Its face, only while that shows.
    public var face: Face?
    /// Whether it lies beside its mate, about to leave.
    public var isMatched: Bool
    /// What is left of its bonus while that drains, 0...1 in steps of 1/24; nil otherwise.
    public var bonus: Double?
    /// Whether the viewer has chosen it and has no answer yet.
    public var isChosen: Bool
    /// Whether the viewer's choice of it was refused a moment ago.
    public var isRefused: Bool
    /// What is drawn over what: more is further up.
    public var z: Double
  }

  /// A chair at the table.
  public struct Seat: Hashable, Sendable {
    /// Which chair.
    public var index: SeatIndex
    /// Who sits there, or sat there when the chair was left in this match; nil for a free chair.
    public var player: Player?
    /// Whether someone sits there now.
    public var isTaken: Bool
    /// Whether it is the viewer's.
    public var isYou: Bool
    /// Whether its player owns the room.
    public var isOwner: Bool
    /// Whether it is its turn, or was while the cards are showing.
    public var isTurn: Bool
    /// Whether its player is ready for the match to begin.
    public var isReady: Bool
    /// Whether it is passed over because its player is away.
    public var isAway: Bool
    /// Whether its player gave up.
    public var hasResigned: Bool
    /// Whether its player wants to start again.
    public var wantsRestart: Bool
    /// Points in this match.
    public var score: Int
    /// Pairs found in this match.
    public var pairs: Int
  }
}
