// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The number of a room's spectators as it is announced: at most once per
/// `LobbyLimits.audienceInterval`.
struct SpectatorCount: Sendable {
  /// Spectators of the room in other audiences.
  var elsewhere = 0
  /// The number as last announced.
  private(set) var announced = 0
  /// When it was; nil for never.
  private var announcedAt: ServerTime?

  /// When the number is announced next, with `here` spectators in this audience; nil while it is up
  /// to date.
  func due(_ here: Int) -> ServerTime? {
    guard announced != here + elsewhere else { return nil }
    return announcedAt.map { $0 + LobbyLimits.audienceInterval } ?? .zero
  }

  /// Announces the number, if that is due.
  ///
  /// - Returns: the number; nil if it is not due.
  mutating func announce(_ here: Int, now: ServerTime) -> Int? {
    guard let due = due(here), due <= now else { return nil }
    announced = here + elsewhere
    announcedAt = now
    return announced
  }
}
