// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// What is to be seen at one moment: facts for the panels, and poses in table units for the table.
///
/// A scene is complete. A screen draws what is in it and asks nobody else, so two screens given the
/// same scene show the same. Names are as the players gave them: a screen makes them harmless.
public struct Scene: Hashable, Sendable {
  /// Where the match stands.
  public var phase: MatchView.Phase
  /// The rules it is played by.
  public var settings: MatchSettings
  /// The theme the faces are of.
  public var theme: String
  /// What is going on, in one fact.
  public var headline: Headline
  /// The places; of the deck's board while the deck waits, without places in the waiting room.
  public var table: Table
  /// The cards on the table, those further up last.
  public var cards: [Card]
  /// The deck with the cards that are not dealt yet; nil when all are.
  public var deck: Deck?
  /// The chairs, in order.
  public var seats: [Seat]
  /// The viewer's seat; nil for a spectator.
  public var you: SeatIndex?
  /// Whose turn it is, or was while the cards are showing; nil outside play.
  public var turn: Turn?
  /// Changes of scores that have just been shown, the latest last.
  public var scoreNotes: [ScoreNote]
  /// Changes of scores on their way from their cards, the latest last; above everything else.
  public var numbers: [FlyingNumber]
  /// Turns so far in which cards were turned.
  public var turnsTaken: Int
  /// Turns that are left until the remaining pairs are void; nil while nothing was announced.
  public var turnsUntilStalemate: Int?
  /// The final table; empty before the end.
  public var standings: [Standing]
  /// How often it has to be drawn.
  public var motion: Motion
  /// The first instant after the scene's own at which it may look different; nil if it stays so.
  ///
  /// Between the two every moment's scene is equal to this one, so a screen may sleep. While
  /// something moves or drains it is the very next microsecond: draw as often as the screen can.
  public var nextChange: ServerTime?

  /// Whether a line of the final table is the viewer's own; it is not where the viewer took the
  /// chair of someone who played there.
  public func isYours(_ line: Standing) -> Bool {
    guard you == line.seat, seats.indices.contains(line.seat.rawValue) else { return false }
    return seats[line.seat.rawValue].player == line.player
  }

  /// The viewer may turn a card now: in `zen` whosever turn it is.
  public var isYourTurn: Bool {
    guard let you, case .turn(let seat) = headline else { return false }
    if seat == you { return true }
    guard settings.mode == .zen, seats.indices.contains(you.rawValue) else { return false }
    let chair = seats[you.rawValue]
    return chair.isTaken && !chair.hasResigned
  }
}

extension Scene {
  /// How fast a scene changes.
  public enum Motion: Hashable, Sendable {
    /// Not at all until `nextChange`.
    case still
    /// Something drains or fades, slowly enough for a few frames a second.
    case counting
    /// Something is on its way: every frame is another.
    case moving
  }

  /// What is going on.
  public enum Headline: Hashable, Sendable {
    /// Chairs are free, or players are not ready yet.
    case waiting(freeChairs: Int, notReady: [SeatIndex])
    /// The randomness of the deal is being collected.
    case committing
    /// The deck waits for a tap.
    case undealt
    /// Cards are on their way.
    case dealing
    /// A seat may turn a card.
    case turn(SeatIndex)
    /// A seat found a pair, which is showing.
    case pair(SeatIndex)
    /// A seat's two cards differ and are showing.
    case mismatch(SeatIndex)
    /// One turn has ended and the next has not begun.
    case betweenTurns
    /// Cards change places, or are dealt again, and nobody may turn one.
    case shuffling
    /// Nobody is there to play.
    case paused
    /// The match is over; with nobody's seat if it was broken off.
    case ended(Event.Ended.Reason, winners: [SeatIndex])
  }

  /// Whose turn it is.
  public struct Turn: Hashable, Sendable {
    /// The seat.
    public var seat: SeatIndex
    /// The time left; nil without a limit or while nobody's time runs.
    public var clock: Clock?
  }

  /// A turn's time.
  public struct Clock: Hashable, Sendable {
    /// Seconds left, rounded up.
    public var secondsLeft: Int
    /// The part of the turn's time that is left, 0...1: it drains evenly, or for who wants no
    /// motion in steps of whole seconds.
    public var fraction: Double
  }

  /// The cards that wait to be dealt.
  public struct Deck: Hashable, Sendable {
    /// Where they lie.
    public var centre: Point
    /// How many they are, 1...64.
    public var count: Int
  }

  /// A change of a score that is worth a note for a moment.
  public struct ScoreNote: Hashable, Sendable {
    /// Number of the entry that brought it.
    public var seq: UInt64
    /// The change.
    public var change: ScoreChange
    /// The middle of the card that caused it; nil where none did.
    public var centre: Point?
  }
}
