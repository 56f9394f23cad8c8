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
    /// How far it is turned in its plane, in degrees, 0..<360 but for 360 at a turn's very end.
    public var spin: Double
    /// Its size, 1 as it lies, towards 0 as it leaves.
    public var scale: Double
    /// How much of it is seen, 1 as it lies; only with reduced motion it leaves by fading.
    public var opacity: Double
    /// How far above the table it is, 0...1: its shadow tells.
    public var lift: Double
    /// Its face, only while that shows.
    public var face: Face?
    /// Whether it lies beside its mate, about to leave.
    public var isMatched: Bool
    /// What is left of its bonus while that drains, 0...1; nil otherwise.
    public var bonus: Double?
    /// Whether it has just been turned over in no time, and should stand out for a moment so that
    /// the change is seen; only with reduced motion.
    public var isHighlighted: Bool
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
    /// Whether a bot plays while its player is away.
    public var hasStandIn: Bool
    /// Whether its player gave up.
    public var hasResigned: Bool
    /// Whether its player wants to start again.
    public var wantsRestart: Bool
    /// Points in this match.
    public var score: Int
    /// Pairs found in this match.
    public var pairs: Int
    /// How far whoever sits there has slid in, 0...1; 1 for a chair that nobody has just taken.
    public var presence: Double
    /// Who is sliding out; nil where nobody is.
    public var leaver: Leaver?
  }

  /// A player on the way out of a chair.
  public struct Leaver: Hashable, Sendable {
    /// Who.
    public var player: Player
    /// How much is still there, 1...0.
    public var presence: Double
  }

  /// A change of a score that flies off its card, and fades.
  public struct FlyingNumber: Hashable, Sendable {
    /// Number of the entry that brought it.
    public var seq: UInt64
    /// Whose score.
    public var seat: SeatIndex
    /// The card that caused it.
    public var card: CardID
    /// By how much, never 0; a gain is good news and flies up, a loss flies down.
    public var delta: Int
    /// Its middle, in table units; it may be beyond the table.
    public var centre: Point
    /// How much of it is seen, 1...0.
    public var opacity: Double
    /// What is drawn over what: above all else.
    public static let z = 100.0
  }
}
