// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The number of a room's spectators as it is announced: at most once per
/// `LobbyLimits.audienceInterval`.
struct SpectatorCount: Sendable {
  /// The spectators of the room who are not in this audience.
  enum Elsewhere: Hashable, Sendable {
    /// There are this many.
    case others(Int)
    /// Another server adds everyone up, those of this audience included, and arrives at this many.
    case whole(Int)
  }

  /// The spectators who are not in this audience.
  var elsewhere = Elsewhere.others(0)
  /// The number as last announced.
  private(set) var announced = 0
  /// When it was; nil for never.
  private var announcedAt: ServerTime?

  /// When the number is announced next, with `here` spectators in this audience; nil while it is up
  /// to date.
  func due(_ here: Int) -> ServerTime? {
    guard announced != total(here) else { return nil }
    return announcedAt.map { $0 + LobbyLimits.audienceInterval } ?? .zero
  }

  /// Announces the number, if that is due.
  ///
  /// - Returns: the number; nil if it is not due.
  mutating func announce(_ here: Int, now: ServerTime) -> Int? {
    guard let due = due(here), due <= now else { return nil }
    announced = total(here)
    announcedAt = now
    return announced
  }

  /// All spectators of the room; never more than a client accepts.
  private func total(_ here: Int) -> Int {
    switch elsewhere {
    case .others(let others): min(here + others, LobbyLimits.mostViewers)
    case .whole(let all): all
    }
  }
}
