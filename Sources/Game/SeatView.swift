// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A seat as everyone sees it.
public struct SeatView: Hashable, Sendable {
  /// Its player; for a seat vacated during a match, its last player.
  public var player: Player?
  /// The membership in the seat; nil if it is free.
  public var actor: ActorNumber?
  /// Whether the player is ready for the match to begin.
  public var isReady = false
  /// The commitment made when getting ready; empty for none.
  public var entropyCommit: [UInt8] = []
  /// The revealed share; nil before.
  public var entropy: [UInt8]?
  /// Whether the seat agreed to restart, in this turn.
  public var hasConsented = false
  /// Whether the player is away: the seat is skipped unless a bot stands in.
  public var isSkipped = false
  /// The bot that stands in; nil for none.
  public var standIn: Player?
  /// Whether the seat resigned in this match.
  public var hasResigned = false
  /// Consecutive expired turns.
  public var expiredTurns = 0
  /// Whether the seat has used its shuffle.
  public var hasShuffled = false
  /// Points in this match.
  public var score = 0
  /// Pairs found in this match.
  public var pairs = 0

  /// A free seat.
  public init() {}

  /// Whether the seat is occupied.
  public var isTaken: Bool { actor != nil }

  /// Whether the seat takes turns now.
  public var isPlaying: Bool { isTaken && (!isSkipped || standIn != nil) && !hasResigned }

  /// The level of the server's own bot that plays here now; nil for none.
  public var botLevel: String? {
    guard isTaken else { return nil }
    return standIn?.level ?? (isSkipped ? nil : player?.level)
  }

  /// The same player in the same seat, reset for the next match.
  func cleared() -> SeatView {
    var seat = SeatView()
    guard isTaken else { return seat }
    seat.player = player
    seat.actor = actor
    return seat
  }
}
