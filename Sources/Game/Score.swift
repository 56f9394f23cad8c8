// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// One change of a score, with the card that caused it, so that it can rise from there on screen.
public struct ScoreChange: Hashable, Sendable {
  /// The seat whose score changes.
  public var seat: SeatIndex
  /// The card that caused it; nil for a penalty without one.
  public var card: CardID?
  /// By how much, bonus included.
  public var delta: Int
  /// How much of `delta` is bonus.
  public var bonus: Int
  /// The score after it.
  public var total: Int

  /// The score of `seat` changes by `delta` to `total`.
  public init(seat: SeatIndex, card: CardID?, delta: Int, bonus: Int = 0, total: Int) {
    self.seat = seat
    self.card = card
    self.delta = delta
    self.bonus = bonus
    self.total = total
  }
}

/// A line of the final standings.
public struct Standing: Hashable, Sendable {
  /// The rank of the seat's side, 1 for the best; equal results share one.
  public var rank: Int
  /// The seat.
  public var seat: SeatIndex
  /// The player.
  public var player: Player
  /// The final score.
  public var score: Int
  /// Pairs found.
  public var pairs: Int

  /// A line with all its parts.
  public init(rank: Int, seat: SeatIndex, player: Player, score: Int, pairs: Int) {
    self.rank = rank
    self.seat = seat
    self.player = player
    self.score = score
    self.pairs = pairs
  }
}
