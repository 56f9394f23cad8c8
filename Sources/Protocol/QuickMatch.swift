// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// Requests a table with others, which is found or opened.
public struct QuickMatch: Hashable, Sendable {
  /// The request id.
  public var id: RequestID
  /// The mode.
  public var mode: MatchSettings.Mode
  /// The number of seats.
  public var seats: Int
  /// Whether the result counts for ratings.
  public var isRated: Bool

  /// A table of `mode` for `seats` players.
  public init(id: RequestID, mode: MatchSettings.Mode, seats: Int, isRated: Bool) {
    self.id = id
    self.mode = mode
    self.seats = seats
    self.isRated = isRated
  }
}
