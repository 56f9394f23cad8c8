// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

extension Scene {
  /// A card on the table.
  public struct Card: Hashable, Sendable {
    /// The card's identity.
    public var id: CardID
    /// The place it is named by, counted row by row.
    public var place: Int
    /// The card's centre, in table units.
    public var centre: Point
    /// Rotation about the vertical axis in degrees: 0 face up, 180 face down.
    ///
    /// The face shows exactly while this is below 90.
    public var rotation: Double
    /// Rotation in the plane in degrees: 0..<360, or 360 at the very end of a turn.
    public var spin: Double
    /// The scale: 1 at rest, towards 0 as it leaves.
    public var scale: Double
    /// The opacity: 1 at rest; with reduced motion it fades as it leaves.
    public var opacity: Double
    /// The height above the table, 0...1, for its shadow.
    public var lift: Double
    /// The face while it shows, else nil.
    public var face: Face?
    /// Whether it is half of a found pair and about to leave.
    public var isMatched: Bool
    /// The remaining bonus while it drains, 0...1; nil otherwise.
    public var bonus: Double?
    /// Whether to highlight it because it has just changed sides without a motion; only with
    /// reduced motion.
    public var isHighlighted: Bool
    /// Whether the viewer has chosen it and waits for the answer.
    public var isChosen: Bool
    /// Whether the viewer's choice of it has just been refused.
    public var isRefused: Bool
    /// How recently it was shown, from 1 to `warmest`; 0 for a card that was not, and on every screen
    /// but that of a playback's heat map.
    public var warmth = 0
    /// The z order: higher is drawn later.
    public var z: Double

    /// The warmth of the cards shown last.
    public static let warmest = 4
  }

  /// A seat at the table.
  public struct Seat: Hashable, Sendable {
    /// The seat's index.
    public var index: SeatIndex
    /// The player, also one who left during this match; nil for a free seat.
    public var player: Player?
    /// Whether the seat is taken now.
    public var isTaken: Bool
    /// Whether it is the viewer's seat.
    public var isYou: Bool
    /// Whether its player owns the room.
    public var isOwner: Bool
    /// Whether it has the turn, or had it while its cards are showing.
    public var isTurn: Bool
    /// Whether its player is ready.
    public var isReady: Bool
    /// Whether it is skipped because its player is away.
    public var isAway: Bool
    /// Whether a bot plays for its absent player.
    public var hasStandIn: Bool
    /// Whether its player resigned.
    public var hasResigned: Bool
    /// Whether its player wants to restart.
    public var wantsRestart: Bool
    /// The points in this match.
    public var score: Int
    /// The pairs found in this match.
    public var pairs: Int
    /// How far its player has slid in, 0...1; 1 at rest.
    public var presence: Double
    /// The player sliding out; nil for none.
    public var leaver: Leaver?
  }

  /// A player sliding out of a seat.
  public struct Leaver: Hashable, Sendable {
    /// The player.
    public var player: Player
    /// How far the player still is in the seat, 1...0.
    public var presence: Double
  }

  /// A score change that flies off its card and fades.
  public struct FlyingNumber: Hashable, Sendable {
    /// The sequence number of its entry.
    public var seq: UInt64
    /// The seat whose score changed.
    public var seat: SeatIndex
    /// The card that caused it.
    public var card: CardID
    /// The change, never 0; gains fly up, losses down.
    public var delta: Int
    /// The number's centre, in table units; may be outside the table.
    public var centre: Point
    /// The opacity, 1...0.
    public var opacity: Double
    /// The z order of numbers: above everything else.
    public static let z = 100.0
  }
}
