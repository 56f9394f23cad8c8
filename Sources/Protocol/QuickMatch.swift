// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// Asks for a table with others, which is found or opened.
public struct QuickMatch: Hashable, Sendable {
  /// The session's number for the request.
  public var id: RequestID
  /// Which game.
  public var mode: MatchSettings.Mode
  /// How many chairs.
  public var seats: Int
  /// Whether the result shall count for ratings.
  public var isRated: Bool

  /// A table of `mode` for `seats` players.
  public init(id: RequestID, mode: MatchSettings.Mode, seats: Int, isRated: Bool) {
    self.id = id
    self.mode = mode
    self.seats = seats
    self.isRated = isRated
  }
}
