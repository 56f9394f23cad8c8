// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// Requests a table with others, which is found or opened.
package struct QuickMatch: Hashable, Sendable {
  /// The request id.
  package var id: RequestID
  /// The mode.
  package var mode: MatchSettings.Mode
  /// The number of seats.
  package var seats: Int
  /// Whether the result counts for ratings.
  package var isRated: Bool

  /// A table of `mode` for `seats` players.
  package init(id: RequestID, mode: MatchSettings.Mode, seats: Int, isRated: Bool) {
    self.id = id
    self.mode = mode
    self.seats = seats
    self.isRated = isRated
  }
}
