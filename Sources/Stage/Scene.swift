// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// Everything visible at one moment: facts for the panels, and poses in table units.
///
/// A scene is complete: a screen draws what is in it and needs nothing else, so two screens with
/// the same scene show the same. Names are as the players gave them; a screen must make them
/// harmless.
public struct Scene: Hashable, Sendable {
  /// The phase of the match.
  public var phase: MatchView.Phase
  /// The match's settings.
  public var settings: MatchSettings
  /// The theme of the faces.
  public var theme: String
  /// The most important fact.
  public var headline: Headline
  /// The table's places.
  ///
  /// While the deck waits to be dealt, those of the coming board; none in the waiting room.
  public var table: Table
  /// The cards on the table, in drawing order.
  public var cards: [Card]
  /// The deck of cards not dealt yet; nil if there are none.
  public var deck: Deck?
  /// The seats, in order.
  public var seats: [Seat]
  /// The viewer's seat; nil for a spectator.
  public var you: SeatIndex?
  /// The current turn, or the last one while its cards are showing; nil outside play.
  public var turn: Turn?
  /// Recent score changes, the latest last.
  public var scoreNotes: [ScoreNote]
  /// Score changes flying off their cards, the latest last; drawn above everything else.
  public var numbers: [FlyingNumber]
  /// The number of turns so far in which cards were turned.
  public var turnsTaken: Int
  /// Turns left until a stalemate voids the remaining pairs; nil unless announced.
  public var turnsUntilStalemate: Int?
  /// The final standings; empty before the end.
  public var standings: [Standing]
  /// The rate at which it has to be redrawn.
  public var motion: Motion
  /// The first instant at which it may look different; nil for never.
  ///
  /// Until then every moment's scene equals this one, so a screen may sleep. While something moves
  /// or drains it is the next microsecond: draw as often as the screen can.
  public var nextChange: ServerTime?

  /// Whether a line of the standings is the viewer's own, and not that of a previous player of the
  /// seat.
  public func isYours(_ line: Standing) -> Bool {
    guard you == line.seat, seats.indices.contains(line.seat.rawValue) else { return false }
    return seats[line.seat.rawValue].player == line.player
  }

  /// Whether the viewer may turn a card now: in a cooperative mode in any player's turn.
  public var isYourTurn: Bool {
    guard let you, case .turn(let seat) = headline else { return false }
    if seat == you { return true }
    guard settings.mode.rules.isCooperative, seats.indices.contains(you.rawValue) else {
      return false
    }
    let own = seats[you.rawValue]
    return own.isTaken && !own.hasResigned
  }
}

extension Scene {
  /// The rate at which a scene changes.
  public enum Motion: Hashable, Sendable {
    /// It does not change until `nextChange`.
    case still
    /// Something drains or fades, slowly enough for a few frames a second.
    case counting
    /// Something moves: every frame is different.
    case moving
  }

  /// The most important fact of a scene.
  public enum Headline: Hashable, Sendable {
    /// Seats are free, or players are not ready yet.
    case waiting(freeChairs: Int, notReady: [SeatIndex])
    /// The players' entropy for the deal is being collected.
    case committing
    /// The deck waits to be dealt.
    case undealt
    /// Cards are being dealt.
    case dealing
    /// A seat may turn a card.
    case turn(SeatIndex)
    /// A seat found a pair, which is showing.
    case pair(SeatIndex)
    /// A seat's two cards differ and are showing.
    case mismatch(SeatIndex)
    /// One turn has ended and the next has not begun.
    case betweenTurns
    /// Cards change places or are dealt again; nobody may turn one.
    case shuffling
    /// All players are away.
    case paused
    /// The match is over; without winners if it was cut short.
    case ended(Event.Ended.Reason, winners: [SeatIndex])
  }

  /// A turn.
  public struct Turn: Hashable, Sendable {
    /// The seat.
    public var seat: SeatIndex
    /// The time left; nil without a limit or while no clock runs.
    public var clock: Clock?
  }

  /// A turn's clock.
  public struct Clock: Hashable, Sendable {
    /// Seconds left, rounded up.
    public var secondsLeft: Int
    /// The fraction of the turn's time left, 0...1.
    ///
    /// It drains evenly, or without motion in steps of whole seconds.
    public var fraction: Double
  }

  /// The cards not dealt yet.
  public struct Deck: Hashable, Sendable {
    /// The deck's centre, in table units.
    public var centre: Point
    /// The number of cards, 1...64.
    public var count: Int
  }

  /// A recent score change.
  public struct ScoreNote: Hashable, Sendable {
    /// The sequence number of its entry.
    public var seq: UInt64
    /// The score change.
    public var change: ScoreChange
    /// The centre of the card that caused it; nil for none.
    public var centre: Point?
  }
}
