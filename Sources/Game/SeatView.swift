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
  /// Whether the seat agreed to start again.
  public var hasConsented = false
  /// Whether the seat is passed over because its player is away.
  public var isSkipped = false
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
  public var isPlaying: Bool { isTaken && !isSkipped && !hasResigned }

  /// The same player on the same chair with a clean slate, for the next match.
  func cleared() -> SeatView {
    var seat = SeatView()
    guard isTaken else { return seat }
    seat.player = player
    seat.actor = actor
    return seat
  }
}
