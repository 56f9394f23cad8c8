// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A chair as everyone sees it.
public struct SeatView: Hashable, Sendable {
  /// Who sits there; on a chair left during a match, who sat there.
  public var player: Player?
  /// The membership that sits there, nil for a free chair.
  public var actor: ActorNumber?
  /// Whether the player is ready for the match to begin.
  public var isReady = false
  /// The commitment made when readying, empty for none.
  public var entropyCommit: [UInt8] = []
  /// The randomness revealed, nil before.
  public var entropy: [UInt8]?
  /// Whether the seat agreed to start again, in this turn.
  public var hasConsented = false
  /// Whether the player is away: the seat is passed over unless somebody stands in.
  public var isSkipped = false
  /// The bot that plays while the player is away; nil where none does.
  public var standIn: Player?
  /// Whether the seat gave up in this match.
  public var hasResigned = false
  /// Turns in a row whose time ran out.
  public var expiredTurns = 0
  /// Whether the seat has used its shuffle.
  public var hasShuffled = false
  /// Points in this match.
  public var score = 0
  /// Pairs found in this match.
  public var pairs = 0

  /// A free chair.
  public init() {}

  /// Whether someone sits there.
  public var isTaken: Bool { actor != nil }

  /// Whether the seat takes part in turns now.
  public var isPlaying: Bool { isTaken && (!isSkipped || standIn != nil) && !hasResigned }

  /// The level at which a bot of the server's own plays here now; nil where none does.
  public var botLevel: String? {
    guard isTaken else { return nil }
    return standIn?.level ?? (isSkipped ? nil : player?.level)
  }

  /// The same player on the same chair with a clean slate, for the next match.
  func cleared() -> SeatView {
    var seat = SeatView()
    guard isTaken else { return seat }
    seat.player = player
    seat.actor = actor
    return seat
  }
}
