// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What differs from mode to mode: the rules, the stage and the client read it here instead of asking
/// which mode it is.
///
/// Each mode is a value in a file of its own.
public struct ModeRules: Hashable, Sendable {
  /// How long a turn may take.
  public enum TurnClock: Hashable, Sendable {
    /// As long as the room's settings say.
    case chosen
    /// The same for every room.
    case fixed(Duration)
    /// As long as the player likes.
    case none
  }

  /// Its name in words, lower-case.
  public internal(set) var name: String
  /// What is special about it: a clause, lower-case and without a full stop.
  public internal(set) var summary: String
  /// Points for a pair, without its bonus; 0 in modes without scores.
  public internal(set) var pairPoints: Int
  /// Whether cards have a bonus that runs from the moment they are seen, a point a second.
  public internal(set) var hasBonus = false
  /// Points that each card of a mismatch costs if it had been seen before.
  public internal(set) var seenCardCost = 0
  /// Points that a turn costs that expires before a card is turned.
  public internal(set) var idleTurnCost = 0
  /// Whether a pair earns another turn.
  public internal(set) var pairKeepsTurn = true
  /// The time limit of a turn.
  public internal(set) var turnClock = TurnClock.chosen
  /// Whether everyone plays together: any player may act in any turn, the result is the number of
  /// turns taken, and there are neither winners nor stalemates.
  public internal(set) var isCooperative = false
  /// The most seats at a rated table; 0 if the mode is never rated.
  public internal(set) var mostRatedSeats = 5
  /// Whether two teams play against each other, the even seats against the odd ones; else every seat
  /// plays for itself.
  public internal(set) var hasTeams = false

  /// Whether each turn is one seat's alone.
  public var hasOwnTurns: Bool { !isCooperative }
  /// Whether players score points.
  public var hasScores: Bool { pairPoints > 0 }
  /// Whether matches can be rated.
  public var isRatable: Bool { mostRatedSeats > 0 }

  /// The numbers of seats that a table may have: teams are equal, and of two at least.
  public var seatChoices: [Int] {
    (1...SeatIndex.limit).filter { !hasTeams || ($0 >= 4 && $0 % 2 == 0) }
  }

  /// The number of seats that a table has unless another is chosen.
  public var usualSeats: Int { hasTeams ? 4 : 2 }

  /// The side that a seat plays for, named by the side's first seat: with teams 0 or 1, else the
  /// seat itself.
  public func side(of seat: SeatIndex) -> SeatIndex {
    hasTeams ? SeatIndex(seat.rawValue & 1) : seat
  }
}

extension MatchSettings {
  /// How scoring works and when a turn passes.
  public enum Mode: String, CaseIterable, Hashable, Sendable {
    /// Stanford's scoring: a match brings two points plus the cards' bonus seconds; a mismatch
    /// costs one point for each card seen before. A match keeps the turn.
    case memorize
    /// One point a pair. A match keeps the turn.
    case classic
    /// One point a pair. The turn passes after a match too.
    case oneFlip
    /// `classic` with ten seconds per turn, regardless of the turn limit.
    case blitz
    /// Cooperative, without a clock or scores: everyone against the number of turns that perfect
    /// play would take. Any player may turn a card at any time.
    case zen
    /// `memorize` in two teams, the even seats against the odd ones; the sum of a team's points
    /// decides. Takes 4, 6 or 8 seats.
    case teams

    /// What differs in this mode.
    public var rules: ModeRules {
      switch self {
      case .memorize: .memorize
      case .classic: .classic
      case .oneFlip: .oneFlip
      case .blitz: .blitz
      case .zen: .zen
      case .teams: .teams
      }
    }
  }
}
