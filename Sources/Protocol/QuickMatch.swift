// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// Requests a table with others, which is found or opened.
package struct QuickMatch: Hashable, Sendable {
  /// The mode.
  package var mode: MatchSettings.Mode
  /// The number of seats.
  package var seats: Int
  /// Whether the result counts for ratings.
  package var isRated: Bool

  /// A table of `mode` for `seats` players.
  package init(mode: MatchSettings.Mode, seats: Int, isRated: Bool) {
    self.mode = mode
    self.seats = seats
    self.isRated = isRated
  }
}
